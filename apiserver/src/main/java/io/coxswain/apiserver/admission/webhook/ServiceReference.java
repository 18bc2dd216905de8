package io.coxswain.apiserver.admission.webhook;

/** The service that a configuration names. */
public record ServiceReference(String namespace, String name, int port) {

  /** The name on its certificate. */
  public String host() {
    return name + "." + namespace + ".svc";
  }
}
