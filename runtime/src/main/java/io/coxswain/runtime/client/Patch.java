package io.coxswain.runtime.client;

import io.coxswain.api.Json;

/**
 * A patch written by hand, sent as it is: what must still hold of the object has to be in it (a
 * {@code metadata.uid} or {@code metadata.resourceVersion} in a merge or strategic patch, a {@code
 * test} operation in a JSON patch).
 *
 * @param mediaType how the server is to read the body
 * @param subresource what of the object to patch, such as {@code status}; empty for all but it
 */
public record Patch(String mediaType, byte[] body, String subresource) {

  /** A list of operations (RFC 6902). */
  public static Patch json(Object operations) {
    return new Patch("application/json-patch+json", Json.bytes(operations), "");
  }

  /** Fields to set, or to remove where null (RFC 7386). Lists are replaced whole. */
  public static Patch merge(Object difference) {
    return new Patch("application/merge-patch+json", Json.bytes(difference), "");
  }

  /**
   * As {@link #merge}, with lists merged by the keys that the built-in kinds define; the server
   * refuses it for custom kinds.
   */
  public static Patch strategic(Object difference) {
    return new Patch("application/strategic-merge-patch+json", Json.bytes(difference), "");
  }

  /** The same patch, to a subresource. */
  public Patch to(String other) {
    return new Patch(mediaType, body, other);
  }

  public Patch toStatus() {
    return to("status");
  }
}
