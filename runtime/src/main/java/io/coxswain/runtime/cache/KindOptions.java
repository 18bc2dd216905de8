package io.coxswain.runtime.cache;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How one kind is cached. */
public final class KindOptions {
  final CacheScope scope = new CacheScope();
  @Nullable TreeMap<String, CacheScope> namespaces;
  Representation representation = Representation.BYTES;
  long ceiling = Long.MAX_VALUE;

  /** What holds in all namespaces that say nothing themselves. */
  @CanIgnoreReturnValue
  public KindOptions scope(Consumer<CacheScope> how) {
    how.accept(scope);
    return this;
  }

  /**
   * Only objects in the namespace, and in others so named. The empty name stands for all that are
   * not named.
   */
  @CanIgnoreReturnValue
  public KindOptions namespace(String name, Consumer<CacheScope> how) {
    if (namespaces == null) {
      namespaces = new TreeMap<>();
    }
    how.accept(namespaces.computeIfAbsent(name, n -> new CacheScope()));
    return this;
  }

  /** All namespaces, whatever is said for kinds in general. */
  @CanIgnoreReturnValue
  public KindOptions allNamespaces() {
    namespaces = new TreeMap<>();
    return this;
  }

  @CanIgnoreReturnValue
  public KindOptions store(Representation how) {
    this.representation = how;
    return this;
  }

  /**
   * How many bytes of objects may be kept. When there are more the program ends with a message that
   * says so, which is better than running out of memory somewhere else.
   */
  @CanIgnoreReturnValue
  public KindOptions ceiling(long bytes) {
    this.ceiling = bytes;
    return this;
  }
}
