package io.coxswain.cel.value;

import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list that an expression made.
 *
 * @param schema of the list it was made from, if that was one with a schema
 */
public record PlainList(List<Object> items, @Nullable Schema schema) implements ListValue {
  public static final PlainList EMPTY = new PlainList(List.of(), null);

  public static PlainList of(List<? extends Object> items) {
    return new PlainList(new ArrayList<>(items), null);
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public Object get(int index) {
    return items.get(index);
  }
}
