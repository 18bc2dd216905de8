package io.coxswain.apiserver.json;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of stored JSON that is parsed on first access. */
final class LazyContent<C> {
  private final Span span;
  private final Function<Span, C> reader;
  private volatile @Nullable C content;

  LazyContent(Span span, Function<Span, C> reader) {
    this.span = span;
    this.reader = reader;
  }

  /** The bytes; null after the first access, because the content may have been modified. */
  @Nullable Span span() {
    return content == null ? span : null;
  }

  C read() {
    C known = content;
    if (known == null) {
      known = reader.apply(span);
      content = known;
    }
    return known;
  }
}
