package io.coxswain.apiserver.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.Serial;
import java.util.AbstractList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An array whose items are parsed on first access. */
@SuppressWarnings("unchecked") // deepCopy returns its own kind, as in the superclass
final class LazyArray extends ArrayNode {
  @Serial private static final long serialVersionUID = 1;

  private final transient Items items;

  LazyArray(Span span) {
    this(new Items(span));
  }

  private LazyArray(Items items) {
    super(Json.MAPPER.getNodeFactory(), items);
    this.items = items;
  }

  /** The bytes; null after the first access, because the content may have been modified. */
  @Nullable Span span() {
    return items.unread.span();
  }

  @Override
  public ArrayNode deepCopy() {
    Span whole = span();
    return whole == null ? super.deepCopy() : new LazyArray(whole);
  }

  @Override
  public void serialize(JsonGenerator to, SerializerProvider provider) throws IOException {
    if (!LazyJson.write(this, to)) {
      super.serialize(to, provider);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return (other instanceof LazyArray lazy && LazyJson.areSameBytes(this, lazy))
        || super.equals(other);
  }

  @Override
  public boolean equals(Comparator<JsonNode> comparator, JsonNode other) {
    return LazyJson.areSameBytes(this, other) || super.equals(comparator, other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  /** The items, parsed on first access. */
  private static final class Items extends AbstractList<JsonNode> {
    private final LazyContent<List<JsonNode>> unread;

    Items(Span span) {
      this.unread = new LazyContent<>(span, Span::items);
    }

    private List<JsonNode> read() {
      return unread.read();
    }

    @Override
    public int size() {
      return read().size();
    }

    @Override
    public boolean isEmpty() {
      Span whole = unread.span();
      return whole == null ? read().isEmpty() : whole.length() == 2;
    }

    @Override
    public JsonNode get(int index) {
      return read().get(index);
    }

    @Override
    public JsonNode set(int index, JsonNode value) {
      return read().set(index, value);
    }

    @Override
    public void add(int index, JsonNode value) {
      read().add(index, value);
    }

    @Override
    public boolean add(JsonNode value) {
      return read().add(value);
    }

    @Override
    public JsonNode remove(int index) {
      return read().remove(index);
    }

    @Override
    public void clear() {
      read().clear();
    }

    @Override
    public Iterator<JsonNode> iterator() {
      return read().iterator();
    }
  }
}
