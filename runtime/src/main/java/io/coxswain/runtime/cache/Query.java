package io.coxswain.runtime.cache;

import io.coxswain.api.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * Selects the entries of a list.
 *
 * @param namespace empty for all
 * @param index null for none
 * @param controllerUid null for any, {@link #NO_CONTROLLER} for objects without a controller
 */
public record Query(
    String namespace,
    LabelSelector labels,
    @Nullable String index,
    String value,
    @Nullable String controllerUid) {

  /** Stands for the UID of the controller of objects that have none. */
  public static final String NO_CONTROLLER = "";

  public static Query all() {
    return new Query("", LabelSelector.everything(), null, "", null);
  }
}
