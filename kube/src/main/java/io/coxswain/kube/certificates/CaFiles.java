package io.coxswain.kube.certificates;

import io.coxswain.env.Files;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.IdentitySource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A CA read from a certificate file and a key file. If the files become invalid, the previous pair
 * is kept.
 */
public final class CaFiles implements IdentitySource {
  private static final Logger log = LoggerFactory.getLogger(CaFiles.class);

  private final Files files;
  private final Path certificate;
  private final Path key;
  private final ReentrantLock lock = new ReentrantLock();
  private Identity known;

  /**
   * @throws IOException if the files do not contain a certificate and its key
   */
  public CaFiles(Files files, Path certificate, Path key) throws IOException {
    this.files = files;
    this.certificate = certificate;
    this.key = key;
    this.known = Identity.parse(files.read(certificate), files.read(key));
  }

  @Override
  public Identity current() {
    lock.lock();
    try {
      byte[] certificatePem = files.read(certificate);
      byte[] keyPem = files.read(key);
      if (!Arrays.equals(certificatePem, known.certificatePem())
          || !Arrays.equals(keyPem, known.keyPem())) {
        known = Identity.parse(certificatePem, keyPem);
        log.atInfo().addKeyValue("name", certificate).log("Loaded a new cert/key pair");
      }
    } catch (IOException e) {
      log.atError()
          .addKeyValue("name", certificate)
          .addKeyValue("err", e.getMessage())
          .log("Failed to load CA cert/key pair, keeping the previous one");
    } finally {
      lock.unlock();
    }
    return known;
  }
}
