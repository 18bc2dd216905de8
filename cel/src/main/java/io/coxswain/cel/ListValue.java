package io.coxswain.cel;

import io.coxswain.api.schema.Schema;
import org.jspecify.annotations.Nullable;

/** A list, perhaps read from JSON as it is asked for. */
interface ListValue {
  int size();

  Object get(int index) throws EvalException;

  /** The schema of the list; sets and keyed lists compare and add in their own way. */
  default @Nullable Schema schema() {
    return null;
  }
}
