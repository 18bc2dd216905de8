package io.coxswain.cel.value;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A list of a JSON tree.
 *
 * @param schema null if nothing is known about it
 */
record JsonList(JsonNode tree, @Nullable Schema schema) implements ListValue {
  @Override
  public int size() {
    return tree.size();
  }

  @Override
  public Object get(int index) throws EvalException {
    return JsonValues.of(tree.get(index), schema == null ? null : schema.items());
  }
}
