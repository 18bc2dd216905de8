package io.coxswain.api.beans;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdValueInstantiator;
import java.io.IOException;
import java.io.Serial;
import java.lang.reflect.Constructor;
import java.util.function.Supplier;

/** Creates beans by a constructor that is called directly once it is hot. */
final class DirectConstructor extends StdValueInstantiator {
  @Serial private static final long serialVersionUID = 1;

  private final transient HotAccessor<Supplier<Object>> constructor;

  DirectConstructor(StdValueInstantiator instantiator, Constructor<?> constructor) {
    super(instantiator);
    this.constructor = HotAccessor.constructor(constructor);
  }

  @Override
  public Object createUsingDefault(DeserializationContext context) throws IOException {
    Supplier<Object> direct = constructor.direct();
    return direct == null ? super.createUsingDefault(context) : direct.get();
  }
}
