package io.coxswain.runtime.cache;

import io.coxswain.api.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * Which entries a list is to hold.
 *
 * @param namespace empty for all
 * @param index null for none
 * @param controllerUid null for any, {@link #NOBODY} for none
 */
public record Query(
    String namespace,
    LabelSelector labels,
    @Nullable String index,
    String value,
    @Nullable String controllerUid) {

  /** What stands in place of a UID for what has no controller. */
  public static final String NOBODY = "";

  public static Query all() {
    return new Query("", LabelSelector.everything(), null, "", null);
  }
}
