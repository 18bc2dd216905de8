package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.FlagSet;
import java.util.List;

/** Where and how the program serves HTTPS. */
public final class ServingFlags {
  private static final List<String> VERSIONS =
      List.of("VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13");

  public final Flag<String> bindAddress;
  public final Flag<Integer> port;
  public final Flag<Boolean> noHttp2;
  public final Flag<String> certDir;
  public final Flag<String> certFile;
  public final Flag<String> keyFile;
  public final Flag<List<String>> cipherSuites;
  public final Flag<String> minVersion;
  public final Flag<List<String>> sniCertificates;
  public final Flag<Integer> http2Streams;
  public final Flag<Boolean> sharePort;
  public final Flag<Boolean> shareAddress;

  ServingFlags(FlagSet set) {
    bindAddress =
        set.of(
            "bind-address",
            "ip",
            "0.0.0.0",
            "The address to listen on.",
            ServingFlags::address,
            text -> text);
    port = set.integer("secure-port", 10257, "The port for HTTPS; 0 for no server at all.");
    noHttp2 =
        set.bool("disable-http2-serving", false, "Serve HTTP/1.1 alone, as this program does.");
    certDir =
        set.string(
            "cert-dir",
            "",
            "Where kube-controller-manager.crt and .key are looked for, or written when there are"
                + " none.");
    certFile = set.string("tls-cert-file", "", "The certificate to serve with, in PEM.");
    keyFile = set.string("tls-private-key-file", "", "The key of --tls-cert-file, in PEM.");
    cipherSuites = set.strings("tls-cipher-suites", List.of(), "Cipher suites, by IANA name.");
    minVersion =
        set.string("tls-min-version", "", "The oldest TLS: " + String.join(", ", VERSIONS) + ".");
    sniCertificates =
        set.repeated(
            "tls-sni-cert-key",
            "namedCertKey",
            "A certificate and its key for some host names: cert,key[:name,...]. May be given"
                + " several times.");
    http2Streams = set.integer("http2-max-streams-per-connection", 0, "Has no effect on HTTP/1.1.");
    sharePort = set.bool("permit-port-sharing", false, "Listen with SO_REUSEPORT.");
    shareAddress = set.bool("permit-address-sharing", false, "Listen with SO_REUSEADDR.");
  }

  private static String address(String text) throws FlagException {
    boolean v4 = text.matches("\\d{1,3}(\\.\\d{1,3}){3}");
    boolean v6 = text.matches("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
    if (!v4 && !v6) {
      throw new FlagException("failed to parse IP: \"" + text + "\"");
    }
    return text;
  }

  public boolean isOn() {
    return port.get() != 0;
  }

  void check(Problems problems) {
    problems.unless(
        port.get() >= 0,
        "--secure-port "
            + port.get()
            + " must be between 0 and 65535, inclusive. 0 for turning off secure port");
    problems.unless(
        port.get() <= 65535,
        "--secure-port "
            + port.get()
            + " must be between 1 and 65535, inclusive. It cannot be turned off with 0");
    problems.unless(
        certFile.get().isEmpty() == keyFile.get().isEmpty(),
        "--tls-cert-file and --tls-private-key-file must be given together");
    problems.unless(
        minVersion.get().isEmpty() || VERSIONS.contains(minVersion.get()),
        "unknown tls version \"" + minVersion.get() + "\"");
    for (String pair : sniCertificates.get()) {
      problems.unless(
          pair.split(":", 2)[0].split(",").length == 2,
          "expected comma separated certificate and key file paths in --tls-sni-cert-key \""
              + pair
              + "\"");
    }
  }
}
