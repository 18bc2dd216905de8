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
      log.warn("tls.nextProtos {}: only http/1.1 is served", protocols);
    }
    List<String> suites = suites(requireNonNullElse(tls.cipherSuites(), List.of()));
    String version = requireNonNullElse(tls.minVersion(), "");
    if (version.isEmpty()) {
      return new TlsPolicy(List.of(), suites);
    }
    try {
      return TlsPolicy.atLeast(version, suites);
    } catch (IllegalArgumentException e) {
      log.warn("tls.minVersion \"{}\" is unknown and ignored", version);
      return new TlsPolicy(List.of(), suites);
    }
  }

  private static List<String> suites(List<String> asked) {
    var known = new ArrayList<String>();
    for (String suite : asked) {
      if (supported().contains(suite)) {
        known.add(suite);
      } else {
        log.warn("tls.cipherSuites: \"{}\" is unknown and dropped", suite);
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
