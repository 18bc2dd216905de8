package io.coxswain.api.beans;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import java.io.Serial;
import java.lang.reflect.Method;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes a property whose getter is called directly once it is hot. */
@SuppressWarnings("ReferenceEquality") // of values that are markers or the bean itself
final class DirectGetter extends BeanPropertyWriter {
  @Serial private static final long serialVersionUID = 1;

  private final transient HotAccessor<Function<Object, @Nullable Object>> getter;

  DirectGetter(BeanPropertyWriter property, Method method) {
    super(property);
    this.getter = HotAccessor.getter(method);
  }

  @Override
  public void serializeAsField(Object bean, JsonGenerator to, SerializerProvider provider)
      throws Exception {
    Function<Object, @Nullable Object> direct = getter.direct();
    if (direct == null) {
      super.serializeAsField(bean, to, provider);
      return;
    }
    Object value = direct.apply(bean);
    if (value == null) {
      writeNull(to, provider);
      return;
    }
    JsonSerializer<Object> serializer = _serializer;
    if (serializer == null) {
      Class<?> type = value.getClass();
      serializer = _dynamicSerializers.serializerFor(type);
      if (serializer == null) {
        serializer = _findAndAddDynamic(_dynamicSerializers, type, provider);
      }
    }
    if (isSuppressed(value, serializer, provider)
        || (value == bean && _handleSelfReference(bean, to, provider, serializer))) {
      return;
    }
    to.writeFieldName(_name);
    if (_typeSerializer == null) {
      serializer.serialize(value, to, provider);
    } else {
      serializer.serializeWithType(value, to, provider, _typeSerializer);
    }
  }

  private void writeNull(JsonGenerator to, SerializerProvider provider) throws Exception {
    if (_nullSerializer != null
        && (_suppressableValue == null
            || !provider.includeFilterSuppressNulls(_suppressableValue))) {
      to.writeFieldName(_name);
      _nullSerializer.serialize(null, to, provider);
    }
  }

  private boolean isSuppressed(
      Object value, JsonSerializer<Object> serializer, SerializerProvider provider) {
    if (_suppressableValue == null) {
      return false;
    }
    return _suppressableValue == MARKER_FOR_EMPTY
        ? serializer.isEmpty(provider, value)
        : _suppressableValue.equals(value);
  }
}
