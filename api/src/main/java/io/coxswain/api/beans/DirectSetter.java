package io.coxswain.api.beans;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.NullsConstantProvider;
import java.io.IOException;
import java.io.Serial;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads a property whose setter is called directly once it is hot. */
final class DirectSetter extends SettableBeanProperty.Delegating {
  @Serial private static final long serialVersionUID = 1;

  private final transient HotAccessor<BiConsumer<Object, @Nullable Object>> setter;
  private final boolean skipsNulls;

  DirectSetter(
      SettableBeanProperty property, HotAccessor<BiConsumer<Object, @Nullable Object>> setter) {
    super(property);
    this.setter = setter;
    this.skipsNulls = NullsConstantProvider.isSkipper(_nullProvider);
  }

  @Override
  protected SettableBeanProperty withDelegate(SettableBeanProperty other) {
    return new DirectSetter(other, setter);
  }

  @Override
  public void deserializeAndSet(JsonParser parser, DeserializationContext context, Object bean)
      throws IOException {
    BiConsumer<Object, @Nullable Object> direct = setter.direct();
    if (direct == null) {
      delegate.deserializeAndSet(parser, context, bean);
      return;
    }
    Object value = parser.hasToken(JsonToken.VALUE_NULL) ? null : read(parser, context);
    if (value == null) {
      if (skipsNulls) {
        return;
      }
      value = _nullProvider.getNullValue(context);
    }
    try {
      direct.accept(bean, value);
    } catch (RuntimeException e) {
      _throwAsIOE(parser, e, value);
    }
  }

  private @Nullable Object read(JsonParser parser, DeserializationContext context)
      throws IOException {
    return _valueTypeDeserializer == null
        ? _valueDeserializer.deserialize(parser, context)
        : _valueDeserializer.deserializeWithType(parser, context, _valueTypeDeserializer);
  }
}
