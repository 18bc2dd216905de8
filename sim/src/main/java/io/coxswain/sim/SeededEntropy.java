package io.coxswain.sim;

import io.coxswain.env.Entropy;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Randomness that a seed reproduces. A derived stream depends only on its purpose and on how often
 * that purpose was requested before, not on how much was drawn from its source: two users of one
 * purpose must not draw the same "random" names.
 */
final class SeededEntropy implements Entropy {
  private final long seed;
  private final SplittableRandom random;
  private final Map<String, Integer> derived = new TreeMap<>();

  SeededEntropy(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public long nextLong() {
    return random.nextLong();
  }

  @Override
  public int nextInt(int bound) {
    return random.nextInt(bound);
  }

  @Override
  public double nextDouble() {
    return random.nextDouble();
  }

  @Override
  public byte[] bytes(int count) {
    var bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  @Override
  public SeededEntropy derive(String purpose) {
    int before = derived.merge(purpose, 1, Integer::sum);
    return new SeededEntropy(mix(seed, purpose + "#" + before));
  }

  /** Derives a seed for one purpose (64-bit FNV-1a over the text, then a finalizer). */
  static long mix(long seed, String purpose) {
    long hash = 0xcbf29ce484222325L ^ seed;
    for (int i = 0; i < purpose.length(); i++) {
      hash = (hash ^ purpose.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
    return hash ^ (hash >>> 32);
  }
}
