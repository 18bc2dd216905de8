package io.coxswain.runtime.client;

import io.coxswain.api.Json;

/**
 * A patch that is sent unchanged. It must contain its own preconditions (a {@code metadata.uid} or
 * {@code metadata.resourceVersion} in a merge or strategic merge patch, a {@code test} operation in
 * a JSON patch).
 *
 * @param mediaType the content type of the body
 * @param subresource the subresource to patch, such as {@code status}; empty for the object
 */
public record Patch(String mediaType, byte[] body, String subresource) {

  /** A JSON patch (RFC 6902). */
  public static Patch json(Object operations) {
    return new Patch("application/json-patch+json", Json.bytes(operations), "");
  }

  /**
   * A merge patch (RFC 7386): fields to set, or to remove if null. Lists are replaced as a whole.
   */
  public static Patch merge(Object difference) {
    return new Patch("application/merge-patch+json", Json.bytes(difference), "");
  }

  /**
   * A strategic merge patch: as {@link #merge}, with lists merged by the keys of the built-in
   * kinds; the server rejects it for custom resources.
   */
  public static Patch strategic(Object difference) {
    return new Patch("application/strategic-merge-patch+json", Json.bytes(difference), "");
  }

  /** The same patch for a subresource. */
  public Patch to(String other) {
    return new Patch(mediaType, body, other);
  }

  public Patch toStatus() {
    return to("status");
  }
}
