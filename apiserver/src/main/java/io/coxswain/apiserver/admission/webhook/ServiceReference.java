package io.coxswain.apiserver.admission.webhook;

/** The service named by a configuration. */
public record ServiceReference(String namespace, String name, int port) {

  /** The server name in its certificate. */
  public String host() {
    return name + "." + namespace + ".svc";
  }
}
