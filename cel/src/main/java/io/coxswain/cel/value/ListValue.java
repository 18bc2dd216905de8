package io.coxswain.cel.value;

import io.coxswain.api.schema.Schema;
import org.jspecify.annotations.Nullable;

/** A list, possibly read lazily from JSON. */
public interface ListValue {
  int size();

  Object get(int index) throws EvalException;

  /** The schema of the list; sets and keyed lists compare and add in their own way. */
  default @Nullable Schema schema() {
    return null;
  }
}
