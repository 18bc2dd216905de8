package io.coxswain.apiserver;

import io.coxswain.apiserver.store.Store;
import io.coxswain.env.Env;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The seed of the key that signs service account tokens, in the file {@code sa.seed}. */
final class SigningSeed {
  private static final String SEED = "sa.seed";
  private static final int SEED_BYTES = 32;

  private SigningSeed() {}

  /**
   * The seed is created at once, which is cheap; the key is derived from it when the first token is
   * issued.
   */
  static byte[] of(Env env, Store store, Secrets secrets) throws IOException {
    byte[] seed =
        secrets
            .keep(List.of(SEED), () -> newSeed(env, store, secrets))
            .getOrDefault(SEED, new byte[0]);
    if (seed.length != SEED_BYTES) {
      throw new IOException(
          "%s has %d bytes and must have %d, so tokens signed with it could be forged; restore it from a backup, or delete all tokens and run: head -c %d /dev/urandom > %s"
              .formatted(
                  secrets.describe(SEED),
                  seed.length,
                  SEED_BYTES,
                  SEED_BYTES,
                  secrets.describe(SEED)));
    }
    return seed;
  }

  /**
   * The seed is on disk before the first object, so a store with objects but no seed has lost it.
   */
  private static SortedMap<String, byte[]> newSeed(Env env, Store store, Secrets secrets)
      throws IOException {
    if (store.isRestored()) {
      throw new IOException(
          "%s does not exist, but the data directory holds objects; restore it from a backup, or have all tokens of service accounts invalidated and run: head -c %d /dev/urandom > %s && chmod 600 %s"
              .formatted(
                  secrets.describe(SEED),
                  SEED_BYTES,
                  secrets.describe(SEED),
                  secrets.describe(SEED)));
    }
    var made = new TreeMap<String, byte[]>();
    made.put(SEED, env.entropy().derive("service-accounts").bytes(SEED_BYTES));
    return made;
  }
}
