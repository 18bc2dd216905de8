package io.coxswain.runtime.http;

import java.util.List;

/**
 * TLS versions and cipher suites of a server; empty lists for the JDK's defaults.
 *
 * @param cipherSuites IANA names, which the JDK also uses
 */
public record TlsPolicy(List<String> protocols, List<String> cipherSuites) {
  private static final List<String> VERSIONS = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

  public static final TlsPolicy DEFAULT = new TlsPolicy(List.of(), List.of());

  public TlsPolicy {
    protocols = List.copyOf(protocols);
    cipherSuites = List.copyOf(cipherSuites);
  }

  /** The version, such as {@code 1.2}, and all newer ones. */
  public static TlsPolicy atLeast(String version, List<String> cipherSuites) {
    int first = VERSIONS.indexOf("TLSv" + version.replaceFirst("\\.0$", ""));
    if (first < 0) {
      throw new IllegalArgumentException("unsupported TLS version " + version);
    }
    return new TlsPolicy(VERSIONS.subList(first, VERSIONS.size()), cipherSuites);
  }
}
