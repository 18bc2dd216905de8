package io.coxswain.cel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A map or an object, perhaps read from JSON as it is asked for. */
public interface MapValue {
  int size();

  /** The value; null if there is none. */
  @Nullable Object find(Object key) throws EvalException;

  List<Object> keys();
}
