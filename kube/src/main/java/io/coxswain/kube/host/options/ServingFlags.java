package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.FlagSet;
import java.util.List;

/** Flags of the HTTPS server. */
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
            "IP address to listen on.",
            ServingFlags::address,
            text -> text);
    port = set.integer("secure-port", 10257, "Port to serve HTTPS on. 0 disables the server.");
    noHttp2 =
        set.bool(
            "disable-http2-serving",
            false,
            "Do not serve HTTP/2. Has no effect: only HTTP/1.1 is served.");
    certDir =
        set.string(
            "cert-dir",
            "",
            "Directory of kube-controller-manager.crt and .key. If the files do not exist,"
                + " a self-signed pair is written there.");
    certFile = set.string("tls-cert-file", "", "Path to the PEM-encoded serving certificate.");
    keyFile =
        set.string(
            "tls-private-key-file", "", "Path to the PEM-encoded private key of --tls-cert-file.");
    cipherSuites =
        set.strings("tls-cipher-suites", List.of(), "Cipher suites to allow, by IANA name.");
    minVersion =
        set.string(
            "tls-min-version", "", "Minimum TLS version: " + String.join(", ", VERSIONS) + ".");
    sniCertificates =
        set.repeated(
            "tls-sni-cert-key",
            "namedCertKey",
            "Certificate and key for a list of host names: cert,key[:name,...]. May be repeated."
                + "");
    http2Streams =
        set.integer(
            "http2-max-streams-per-connection",
            0,
            "Maximum number of HTTP/2 streams per connection. Has no effect: only HTTP/1.1 is"
                + " served.");
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
