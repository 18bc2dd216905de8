package io.coxswain.apiserver.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The form in which a custom resource is stored and shown: pruned to its schema, without
 * meaningless nulls, its metadata typed, defaults filled in.
 */
public final class CustomForm {
  private CustomForm() {}

  /**
   * Gives the tree its form.
   *
   * @return the paths of the unknown fields that were dropped, sorted
   * @throws DecodeException if the metadata has the wrong types
   */
  public static List<String> decode(ObjectNode object, Schema schema) throws DecodeException {
    List<String> unknown = new ArrayList<>(Pruning.prune(object, schema));
    Defaulting.dropNulls(object, schema);
    Schema type = schema.field("metadata");
    if (type != null && object.get("metadata") instanceof ObjectNode metadata) {
      for (String field : TypedForm.decode(metadata, type)) {
        unknown.add("metadata." + field);
      }
    }
    Defaulting.fill(object, schema);
    Collections.sort(unknown);
    return unknown;
  }

  /** What reading from the store does: a default added since shows up, a field removed is gone. */
  public static void refresh(ObjectNode object, Schema schema) {
    Pruning.prune(object, schema);
    Defaulting.fill(object, schema);
  }
}
