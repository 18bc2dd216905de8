package io.coxswain.runtime.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.LabelSelector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which objects are cached, and in what shape, as far as somebody said. */
public final class CacheScope {
  @Nullable LabelSelector labels;
  @Nullable String fields;
  @Nullable Consumer<ObjectNode> transform;

  /** Only objects with such labels. */
  @CanIgnoreReturnValue
  public CacheScope labels(LabelSelector selector) {
    this.labels = selector;
    return this;
  }

  /** Only objects that a field selector such as {@code status.phase=Running} selects. */
  @CanIgnoreReturnValue
  public CacheScope fields(String selector) {
    this.fields = selector;
    return this;
  }

  /**
   * Changes each object before it is kept, such as to drop what nobody reads. Doing it twice must
   * do no more than doing it once. managedFields are dropped in any case.
   */
  @CanIgnoreReturnValue
  public CacheScope transform(Consumer<ObjectNode> change) {
    this.transform = change;
    return this;
  }
}
