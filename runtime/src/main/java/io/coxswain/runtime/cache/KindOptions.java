package io.coxswain.runtime.cache;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Cache settings of one kind. */
public final class KindOptions {
  final CacheScope scope = new CacheScope();
  @Nullable TreeMap<String, CacheScope> namespaces;
  Representation representation = Representation.BYTES;
  long ceiling = Long.MAX_VALUE;

  /** Settings for all namespaces without their own. */
  @CanIgnoreReturnValue
  public KindOptions scope(Consumer<CacheScope> settings) {
    settings.accept(scope);
    return this;
  }

  /**
   * Restricts the kind to this namespace and others that are added. The empty name stands for all
   * other namespaces.
   */
  @CanIgnoreReturnValue
  public KindOptions namespace(String name, Consumer<CacheScope> settings) {
    if (namespaces == null) {
      namespaces = new TreeMap<>();
    }
    settings.accept(namespaces.computeIfAbsent(name, n -> new CacheScope()));
    return this;
  }

  /** Caches all namespaces, regardless of the global settings. */
  @CanIgnoreReturnValue
  public KindOptions allNamespaces() {
    namespaces = new TreeMap<>();
    return this;
  }

  @CanIgnoreReturnValue
  public KindOptions store(Representation settings) {
    this.representation = settings;
    return this;
  }

  /**
   * Limits the size of the cached objects in bytes. When it is exceeded, the program ends with an
   * error message, instead of running out of memory elsewhere.
   */
  @CanIgnoreReturnValue
  public KindOptions ceiling(long bytes) {
    this.ceiling = bytes;
    return this;
  }
}
