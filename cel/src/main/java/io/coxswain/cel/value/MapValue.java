package io.coxswain.cel.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A map or an object, possibly read lazily from JSON. */
public interface MapValue {
  int size();

  /** The value; null if there is none. */
  @Nullable Object find(Object key) throws EvalException;

  List<Object> keys();
}
