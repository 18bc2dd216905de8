package io.coxswain.slurm.reconcile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the server made of what was sent to it. The server fills in defaults, so a stored object
 * never equals the rendered one; it is as rendered if neither has changed since they were last
 * brought together.
 */
final class LastAppliedCache {
  /**
   * Objects; some hundred bytes each. Beyond that the oldest is dropped, and patched once without
   * effect.
   */
  private static final int MAX_COUNT = 20_000;

  private final Map<String, Pair> byUid =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Pair> eldest) {
          return size() > MAX_COUNT;
        }
      };

  private record Pair(byte[] rendered, byte[] stored) {}

  /** Whether the object was written or accepted, and is not forgotten. */
  synchronized boolean knows(String uid) {
    return byUid.containsKey(uid);
  }

  /** Whether the stored object is what the server made of the same rendering. */
  synchronized boolean same(String uid, ObjectNode rendered, ObjectNode stored) {
    Pair known = byUid.get(uid);
    return known != null
        && Arrays.equals(known.rendered, digest(PatchedFields.only(rendered, rendered)))
        && Arrays.equals(known.stored, digest(PatchedFields.only(stored, rendered)));
  }

  synchronized void put(HasMetadata object, ObjectNode rendered, ObjectNode stored) {
    @Nullable String uid = object.getMetadata().getUid();
    if (uid != null) {
      byUid.put(
          uid,
          new Pair(
              digest(PatchedFields.only(rendered, rendered)),
              digest(PatchedFields.only(stored, rendered))));
    }
  }

  private static byte[] digest(ObjectNode part) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(Json.bytes(part));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
