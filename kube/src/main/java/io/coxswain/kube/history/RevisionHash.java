package io.coxswain.kube.history;

import io.coxswain.kube.common.Hashes;
import java.nio.charset.StandardCharsets;

/** The hashes in names and labels of revisions. */
public final class RevisionHash {
  /** Maximum length of a name before the hash. */
  private static final int MAX_PREFIX_LENGTH = 223;

  private RevisionHash() {}

  /** As kube-controller-manager computes it for StatefulSets. */
  public static String of(RevisionData data, int collisions) {
    return Hashes.encode(Hashes.fnv1(utf8(data.json()), utf8(Integer.toString(collisions))));
  }

  /** The name of a revision of the owner. */
  public static String name(String owner, String hash) {
    return owner.substring(0, Math.min(owner.length(), MAX_PREFIX_LENGTH)) + "-" + hash;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
