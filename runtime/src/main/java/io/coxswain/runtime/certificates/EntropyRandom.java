package io.coxswain.runtime.certificates;

import io.coxswain.env.Entropy;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;

/** A {@link SecureRandom} that draws from the environment's entropy. */
public final class EntropyRandom extends SecureRandom {
  private static final long serialVersionUID = 1;

  public EntropyRandom(Entropy entropy) {
    super(new Source(entropy), null);
  }

  private static final class Source extends SecureRandomSpi {
    private static final long serialVersionUID = 1;

    private final transient Entropy entropy;

    Source(Entropy entropy) {
      this.entropy = entropy;
    }

    @Override
    protected void engineSetSeed(byte[] seed) {} // needs no seed

    @Override
    protected void engineNextBytes(byte[] bytes) {
      System.arraycopy(entropy.bytes(bytes.length), 0, bytes, 0, bytes.length);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      return entropy.bytes(count);
    }
  }
}
