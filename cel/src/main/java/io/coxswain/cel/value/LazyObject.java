package io.coxswain.cel.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object whose fields are computed on first access. */
public final class LazyObject implements MapValue {
  private final Set<String> names;
  private final Source source;
  private final Map<String, Object> known = new LinkedHashMap<>();

  /** Where the values come from. */
  @FunctionalInterface
  public interface Source {
    Object of(String name) throws EvalException;
  }

  public LazyObject(Set<String> names, Source source) {
    this.names = names;
    this.source = source;
  }

  /** A variable of a policy has no value. */
  public static EvalException failure(String name, String why) {
    return new EvalException("composited variable \"" + name + "\" fails to evaluate: " + why);
  }

  @Override
  public int size() {
    return names.size();
  }

  @Override
  public @Nullable Object find(Object key) throws EvalException {
    if (!(key instanceof String name) || !names.contains(name)) {
      return null;
    }
    Object value = known.get(name);
    if (value == null) {
      value = source.of(name);
      known.put(name, value);
    }
    return value;
  }

  @Override
  public List<Object> keys() {
    return new ArrayList<>(names);
  }
}
