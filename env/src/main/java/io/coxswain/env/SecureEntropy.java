package io.coxswain.env;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The randomness of the operating system: cryptographic for bytes and UUIDs, cheap for jitter and
 * names.
 */
final class SecureEntropy implements Entropy {
  private final SecureRandom secure = new SecureRandom();

  @Override
  public long nextLong() {
    return secure.nextLong();
  }

  @Override
  public int nextInt(int bound) {
    return ThreadLocalRandom.current().nextInt(bound);
  }

  @Override
  public double nextDouble() {
    return ThreadLocalRandom.current().nextDouble();
  }

  @Override
  public byte[] bytes(int count) {
    var bytes = new byte[count];
    secure.nextBytes(bytes);
    return bytes;
  }

  @Override
  public Entropy derive(String purpose) {
    return this;
  }
}
