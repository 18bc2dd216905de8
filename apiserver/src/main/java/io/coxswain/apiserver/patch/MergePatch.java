package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.Cancellation;
import java.util.ArrayList;

/**
 * JSON merge patch, RFC 7386: objects are merged, null deletes, anything else replaces. The keys of
 * every object that the patch goes into come out sorted, as Go writes its maps, since messages
 * quote the result.
 */
public final class MergePatch {
  private final ObjectNode patch;

  private MergePatch(ObjectNode patch) {
    this.patch = patch;
  }

  public static MergePatch parse(byte[] body) throws PatchException {
    String prefix = "error decoding patch: ";
    JsonNode json = PatchBody.read(body, prefix);
    if (json.isNull()) {
      throw PatchException.badRequest("Invalid JSON Patch");
    }
    if (json instanceof ObjectNode object) {
      return new MergePatch(object);
    }
    throw PatchBody.wrongType(json, prefix, "map[string]interface {}");
  }

  /** The patched object; the argument is left as it is. */
  public ObjectNode apply(ObjectNode original) {
    ObjectNode result = original.deepCopy();
    merge(result, patch.deepCopy());
    return result;
  }

  private static void merge(ObjectNode target, ObjectNode patch) {
    for (var field : patch.properties()) {
      Cancellation.check();
      JsonNode value = field.getValue();
      if (value.isNull()) {
        target.remove(field.getKey());
      } else if (value instanceof ObjectNode change
          && target.get(field.getKey()) instanceof ObjectNode inner) {
        merge(inner, change);
      } else {
        dropNulls(value);
        target.set(field.getKey(), value);
      }
    }
    SortedKeys.sort(target);
  }

  /** A field that is deleted and was never there; in lists too, where the RFC would keep it. */
  private static void dropNulls(JsonNode value) {
    if (value instanceof ObjectNode object) {
      for (var field : new ArrayList<>(object.properties())) {
        if (field.getValue().isNull()) {
          object.remove(field.getKey());
        }
      }
    }
    value.forEach(MergePatch::dropNulls);
    if (value instanceof ObjectNode object) {
      SortedKeys.sort(object);
    }
  }
}
