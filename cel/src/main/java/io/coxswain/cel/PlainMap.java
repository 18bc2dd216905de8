package io.coxswain.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map that an expression made. */
record PlainMap(Map<Object, Object> entries) implements MapValue {

  /** Keys that are the same number are the same key. */
  static Object key(Object key) {
    if (key instanceof Double number && number == Math.rint(number)) {
      return number.longValue();
    }
    return key instanceof Unsigned number && number.bits() >= 0 ? (Object) number.bits() : key;
  }

  static PlainMap empty() {
    return new PlainMap(new LinkedHashMap<>());
  }

  PlainMap with(Object key, Object value) throws EvalException {
    if (find(key) != null) {
      throw new EvalException("insert failed: key " + Texts.of(key) + " already exists");
    }
    var more = new LinkedHashMap<>(entries);
    more.put(key, value);
    return new PlainMap(more);
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
