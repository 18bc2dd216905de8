package io.coxswain.cel.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map that an expression made. */
public record PlainMap(Map<Object, Object> entries) implements MapValue {

  /** Keys that are the same number are the same key. */
  public static Object key(Object key) {
    if (key instanceof Double number && number == Math.rint(number)) {
      return number.longValue();
    }
    return key instanceof Unsigned number && number.bits() >= 0 ? (Object) number.bits() : key;
  }

  public static PlainMap empty() {
    return new PlainMap(new LinkedHashMap<>());
  }

  /**
   * Adds an entry in place. Only for a map that a loop is building, which no expression can read
   * before the loop ends.
   */
  public PlainMap insert(Object key, Object value) throws EvalException {
    if (find(key) != null) {
      throw new EvalException("insert failed: key " + Texts.of(key) + " already exists");
    }
    entries.put(key, value);
    return this;
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public @Nullable Object find(Object key) {
    Object found = entries.get(key);
    return found != null ? found : entries.get(key(key));
  }

  @Override
  public List<Object> keys() {
    return new ArrayList<>(entries.keySet());
  }
}
