package io.coxswain.kube.host.serving;

import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.env.tls.TrustEveryone;
import io.coxswain.kube.host.options.ServingFlags;
import io.coxswain.runtime.certificates.CertificateAuthority;
import io.coxswain.runtime.certificates.CertificateWatcher;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.IdentitySource;
import io.coxswain.runtime.http.Security;
import io.coxswain.runtime.metrics.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The serving certificates. Files are reloaded when they change. */
final class ServingCertificates {
  private static final Logger log = LoggerFactory.getLogger(ServingCertificates.class);
  private static final String PAIR = "kube-controller-manager";
  private static final Duration LIFETIME = Duration.ofDays(365);
  private static final List<String> VERSIONS = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

  private final Env env;
  private final ServingFlags flags;
  private final List<Task> watching;

  /**
   * @param watching receives the tasks that watch files
   */
  ServingCertificates(Env env, ServingFlags flags, List<Task> watching) {
    this.env = env;
    this.flags = flags;
    this.watching = watching;
  }

  Security security() throws IOException {
    var named = new ArrayList<ServingKeys.Named>();
    for (String pair : flags.sniCertificates.get()) {
      String[] parts = pair.split(":", 2);
      String[] files = parts[0].split(",");
      IdentitySource source = watch(Path.of(files[0]), Path.of(files[1]));
      named.add(
          new ServingKeys.Named(
              source, parts.length > 1 ? List.of(parts[1].split(",")) : namesIn(source)));
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new KeyManager[] {new ServingKeys(usual(), named)}, TrustEveryone.managers(), null);
      return new Security(
          context, Security.Clients.ASKED, protocols(), List.copyOf(flags.cipherSuites.get()));
    } catch (GeneralSecurityException e) {
      throw new IOException("failed to configure TLS: " + e.getMessage(), e);
    }
  }

  private List<String> protocols() {
    String oldest = flags.minVersion.get();
    return switch (oldest) {
      case "" -> VERSIONS.subList(2, 4);
      case "VersionTLS10" -> VERSIONS;
      case "VersionTLS11" -> VERSIONS.subList(1, 4);
      case "VersionTLS12" -> VERSIONS.subList(2, 4);
      default -> VERSIONS.subList(3, 4);
    };
  }

  /** The given files, those of the directory, or a self-signed pair. */
  private IdentitySource usual() throws IOException {
    if (!flags.certFile.get().isEmpty()) {
      return watch(Path.of(flags.certFile.get()), Path.of(flags.keyFile.get()));
    }
    if (flags.certDir.get().isEmpty()) {
      Identity made = selfSigned();
      log.info("Generated self-signed cert in-memory");
      return () -> made;
    }
    Path certificate = Path.of(flags.certDir.get(), PAIR + ".crt");
    Path key = Path.of(flags.certDir.get(), PAIR + ".key");
    if (!env.files().exists(certificate) || !env.files().exists(key)) {
      Identity made = selfSigned();
      env.files().createDirectories(Path.of(flags.certDir.get()));
      env.files().write(certificate, made.certificatePem());
      env.files().writeSecret(key, made.keyPem());
      log.info("Generated self-signed cert ({}, {})", certificate, key);
    }
    return watch(certificate, key);
  }

  private Identity selfSigned() throws IOException {
    var names = new ArrayList<>(List.of("localhost", "127.0.0.1"));
    if (!flags.bindAddress.get().equals("0.0.0.0") && !flags.bindAddress.get().equals("::")) {
      names.add(flags.bindAddress.get());
    }
    try {
      var now = env.clock().now();
      var entropy = env.entropy().derive("serving certificate");
      return CertificateAuthority.create("localhost-ca", "coxswain", now, LIFETIME, entropy)
          .issue(names.stream().distinct().toList(), now, LIFETIME, entropy);
    } catch (GeneralSecurityException e) {
      throw new IOException("error creating self-signed certificates: " + e.getMessage(), e);
    }
  }

  private IdentitySource watch(Path certificate, Path key) throws IOException {
    var watcher =
        new CertificateWatcher(
            env, certificate, key, new Metrics().webhooks(env.clock()), identity -> {});
    watching.add(env.tasks().spawn("certificate " + certificate, watcher::run));
    return watcher;
  }

  private static List<String> namesIn(IdentitySource source) throws IOException {
    Identity identity = source.current();
    if (identity == null) {
      return List.of();
    }
    var names = new ArrayList<String>();
    try {
      var alternatives = identity.chain().getFirst().getSubjectAlternativeNames();
      if (alternatives != null) {
        alternatives.forEach(each -> names.add(String.valueOf(each.get(1))));
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("invalid certificate: " + e.getMessage(), e);
    }
    return names;
  }
}
