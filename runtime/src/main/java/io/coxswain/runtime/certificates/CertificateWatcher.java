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
 * The certificate in two files, read anew every ten seconds: that is how the volume of a Secret is
 * replaced reliably seen. A pair that cannot be used leaves the one in use.
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
   * @param changed told of each certificate, the first included
   * @throws IOException when the files hold no certificate with its key
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
        log.error("certificate {} cannot be used: {}", certificate, e.getMessage());
      }
    }
  }

  private void read() throws IOException {
    try {
      byte[] certificatePem = env.files().read(certificate);
      byte[] keyPem = env.files().read(key);
      Identity known = current;
      if (known == null
          || !Arrays.equals(known.certificatePem(), certificatePem)
          || !Arrays.equals(known.keyPem(), keyPem)) {
        Identity read = Identity.parse(certificatePem, keyPem);
        current = read;
        log.info("Updated current TLS certificate {}", certificate);
        changed.accept(read);
      }
      metrics.readCertificate(true);
    } catch (IOException e) {
      metrics.readCertificate(false);
      throw e;
    }
  }
}
