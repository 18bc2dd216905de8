package io.coxswain.runtime.certificates;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.metrics.WebhookMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate in two files, read again every ten seconds, which reliably detects updates of a
 * Secret volume. If the files do not contain a valid pair, the current certificate stays in use.
 */
public final class CertificateWatcher implements IdentitySource {
  private static final Logger log = LoggerFactory.getLogger(CertificateWatcher.class);
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final Env env;
  private final Path certificate;
  private final Path key;
  private final WebhookMetrics metrics;
  private final Consumer<Identity> changed;
  private volatile @Nullable Identity current;

  /**
   * @param changed called with each certificate, including the first
   * @throws IOException if the files do not contain a certificate with its key
   */
  public CertificateWatcher(
      Env env, Path certificate, Path key, WebhookMetrics metrics, Consumer<Identity> changed)
      throws IOException {
    this.env = env;
    this.certificate = certificate;
    this.key = key;
    this.metrics = metrics;
    this.changed = changed;
    read();
  }

  @Override
  public @Nullable Identity current() {
    return current;
  }

  /** Watches until cancelled. */
  public void run() throws CancelledException {
    while (true) {
      env.clock().sleep(PERIOD);
      try {
        read();
      } catch (IOException e) {
        log.atError()
            .addKeyValue("certificate", certificate)
            .addKeyValue("err", e.getMessage())
            .log("error re-reading certificate, keeping the current one");
      }
    }
  }

  private void read() throws IOException {
    try {
      byte[] certificatePem = env.files().read(certificate);
      byte[] keyPem = env.files().read(key);
      Identity previous = current;
      if (previous == null
          || !Arrays.equals(previous.certificatePem(), certificatePem)
          || !Arrays.equals(previous.keyPem(), keyPem)) {
        Identity read = Identity.parse(certificatePem, keyPem);
        current = read;
        log.atInfo().addKeyValue("certificate", certificate).log("Updated current TLS certificate");
        changed.accept(read);
      }
      metrics.readCertificate(true);
    } catch (IOException e) {
      metrics.readCertificate(false);
      throw e;
    }
  }
}
