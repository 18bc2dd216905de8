package io.coxswain.trainer.program;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.runtime.http.TlsPolicy;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the section {@code tls}: what is unknown in it is warned of and left out. */
final class Tls {
  private static final Logger log = LoggerFactory.getLogger(Tls.class);

  private Tls() {}

  static TlsPolicy policy(Configuration.@Nullable Tls tls) {
    if (tls == null) {
      return TlsPolicy.DEFAULT;
    }
    List<String> protocols = requireNonNullElse(tls.nextProtos(), List.of("http/1.1"));
    if (protocols.stream().anyMatch(name -> !name.equals("http/1.1"))) {
      log.atWarn()
          .addKeyValue("nextProtos", protocols)
          .log("HTTP/2 is not supported, serving http/1.1");
    }
    List<String> suites = suites(requireNonNullElse(tls.cipherSuites(), List.of()));
    String version = requireNonNullElse(tls.minVersion(), "");
    if (version.isEmpty()) {
      return new TlsPolicy(List.of(), suites);
    }
    try {
      return TlsPolicy.atLeast(version, suites);
    } catch (IllegalArgumentException e) {
      log.atWarn().addKeyValue("minVersion", version).log("Unknown TLS version, ignoring it");
      return new TlsPolicy(List.of(), suites);
    }
  }

  private static List<String> suites(List<String> asked) {
    var known = new ArrayList<String>();
    for (String suite : asked) {
      if (supported().contains(suite)) {
        known.add(suite);
      } else {
        log.atWarn().addKeyValue("cipherSuite", suite).log("Unknown TLS cipher suite, ignoring it");
      }
    }
    return known;
  }

  private static List<String> supported() {
    try {
      return List.of(SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites());
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }
}
