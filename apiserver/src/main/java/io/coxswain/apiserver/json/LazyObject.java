package io.coxswain.apiserver.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.Serial;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object whose members are parsed on first access. */
@SuppressWarnings("unchecked") // deepCopy returns its own kind, as in the superclass
final class LazyObject extends ObjectNode {
  @Serial private static final long serialVersionUID = 1;

  private final transient Members members;

  LazyObject(Span span) {
    this(new Members(span));
  }

  private LazyObject(Members members) {
    super(Json.MAPPER.getNodeFactory(), members);
    this.members = members;
  }

  /** The bytes; null after the first access, because the content may have been modified. */
  @Nullable Span span() {
    return members.unread.span();
  }

  @Override
  public ObjectNode deepCopy() {
    Span whole = span();
    return whole == null ? super.deepCopy() : new LazyObject(whole);
  }

  @Override
  public void serialize(JsonGenerator to, SerializerProvider provider) throws IOException {
    if (!LazyJson.write(this, to)) {
      super.serialize(to, provider);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return (other instanceof LazyObject lazy && LazyJson.areSameBytes(this, lazy))
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

  /** The members, parsed on first access. */
  private static final class Members extends AbstractMap<String, JsonNode> {
    private final LazyContent<Map<String, JsonNode>> unread;

    Members(Span span) {
      this.unread = new LazyContent<>(span, Span::members);
    }

    private Map<String, JsonNode> read() {
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
    public boolean containsKey(Object key) {
      return read().containsKey(key);
    }

    @Override
    public @Nullable JsonNode get(Object key) {
      return read().get(key);
    }

    @Override
    public @Nullable JsonNode put(String key, JsonNode value) {
      return read().put(key, value);
    }

    @Override
    public @Nullable JsonNode putIfAbsent(String key, JsonNode value) {
      return read().putIfAbsent(key, value);
    }

    @Override
    public @Nullable JsonNode remove(Object key) {
      return read().remove(key);
    }

    @Override
    public void clear() {
      read().clear();
    }

    @Override
    public Set<String> keySet() {
      return read().keySet();
    }

    @Override
    public Collection<JsonNode> values() {
      return read().values();
    }

    @Override
    public Set<Entry<String, JsonNode>> entrySet() {
      return read().entrySet();
    }
  }
}
