package io.coxswain.apiserver.encryption;

import io.coxswain.api.ObjectKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of an encryption configuration.
 *
 * @param resources as written in the file, such as {@code secrets}, {@code *.apps} or {@code *.*}
 * @param writer encrypts what is written; null if it is written in plain
 * @param keys of all providers, in their order
 * @param identity whether plain text may be read
 */
record ResourceProviders(
    List<String> resources, @Nullable AesKey writer, List<AesKey> keys, boolean identity) {
  private static final int MAX_PREFIX = 128;

  boolean matches(String collection) {
    int dot = collection.indexOf('.');
    String group = dot < 0 ? "" : collection.substring(dot + 1);
    return resources.contains(collection)
        || resources.contains("*." + group)
        || resources.contains("*.*");
  }

  byte[] decrypt(String collection, ObjectKey at, byte[] encrypted) throws IOException {
    boolean named = false;
    for (AesKey key : keys) {
      if (key.isNamedBy(encrypted)) {
        named = true;
        try {
          return key.decrypt(collection, at, encrypted);
        } catch (IOException e) {
          // another key may have the same name
        }
      }
    }
    throw new IOException(
        "it was encrypted by "
            + prefix(encrypted)
            + (named
                ? ", and the key of this name in the encryption configuration does not fit"
                : ", which the encryption configuration does not list for it"));
  }

  /** Provider and key, as the object names them; nothing else of it. */
  private static String prefix(byte[] encrypted) {
    String start =
        new String(
            encrypted, 0, Math.min(encrypted.length, MAX_PREFIX), StandardCharsets.ISO_8859_1);
    String[] parts = start.split(":", 6);
    return parts.length == 6 && start.startsWith("k8s:enc:")
        ? "key \"" + parts[4].replaceAll("[^ -~]", "?") + "\" of provider " + parts[2]
        : "an unknown provider";
  }
}
