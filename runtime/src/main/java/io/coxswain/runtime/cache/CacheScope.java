package io.coxswain.runtime.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.LabelSelector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Selectors and transformation for cached objects; unset fields inherit from the enclosing scope.
 */
public final class CacheScope {
  @Nullable LabelSelector labels;
  @Nullable String fields;
  @Nullable Consumer<ObjectNode> transform;

  /** Caches only objects that match the label selector. */
  @CanIgnoreReturnValue
  public CacheScope labels(LabelSelector selector) {
    this.labels = selector;
    return this;
  }

  /** Caches only objects that match a field selector such as {@code status.phase=Running}. */
  @CanIgnoreReturnValue
  public CacheScope fields(String selector) {
    this.fields = selector;
    return this;
  }

  /**
   * Transforms each object before it is stored, for example to drop fields that are never read.
   * Must be idempotent. managedFields are dropped in any case.
   */
  @CanIgnoreReturnValue
  public CacheScope transform(Consumer<ObjectNode> change) {
    this.transform = change;
    return this;
  }
}
