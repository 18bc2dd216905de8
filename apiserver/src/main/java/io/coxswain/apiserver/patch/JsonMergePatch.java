package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.MergePatch;
import io.coxswain.env.Cancellation;

/**
 * The body of a JSON merge patch request (RFC 7386). The keys of every object that the patch enters
 * are sorted, as Go writes its maps, because messages quote the result.
 */
public final class JsonMergePatch {
  private final ObjectNode patch;

  private JsonMergePatch(ObjectNode patch) {
    this.patch = patch;
  }

  public static JsonMergePatch parse(byte[] body) throws PatchException {
    String prefix = "error decoding patch: ";
    JsonNode json = PatchBody.read(body, prefix);
    if (json.isNull()) {
      throw PatchException.badRequest("Invalid JSON Patch");
    }
    if (json instanceof ObjectNode object) {
      return new JsonMergePatch(object);
    }
    throw PatchBody.wrongType(json, prefix, "map[string]interface {}");
  }

  /** The patched object; the argument is not modified. */
  public ObjectNode apply(ObjectNode original) {
    ObjectNode result = original.deepCopy();
    MergePatch.apply(result, patch.deepCopy(), JsonMergePatch::sort);
    return result;
  }

  private static void sort(ObjectNode merged) {
    Cancellation.check();
    SortedKeys.sort(merged);
  }
}
