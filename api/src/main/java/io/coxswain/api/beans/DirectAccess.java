package io.coxswain.api.beans;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.impl.MethodProperty;
import com.fasterxml.jackson.databind.deser.std.StdValueInstantiator;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.io.Serial;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** A Jackson module that calls the members of beans directly once they are hot. */
public final class DirectAccess extends Module {
  @Override
  public String getModuleName() {
    return DirectAccess.class.getName();
  }

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public void setupModule(SetupContext context) {
    context.addBeanSerializerModifier(new Writing());
    context.addBeanDeserializerModifier(new Reading());
  }

  private static final class Writing extends BeanSerializerModifier {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
      properties.replaceAll(
          property ->
              property.getClass() == BeanPropertyWriter.class
                      && property.getMember().getMember() instanceof Method getter
                      && HotAccessor.isCallable(getter)
                  ? new DirectGetter(property, getter)
                  : property);
      return properties;
    }
  }

  private static final class Reading extends BeanDeserializerModifier {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public BeanDeserializerBuilder updateBuilder(
        DeserializationConfig config, BeanDescription bean, BeanDeserializerBuilder builder) {
      var properties = new ArrayList<SettableBeanProperty>();
      builder.getProperties().forEachRemaining(properties::add);
      for (SettableBeanProperty property : properties) {
        if (property instanceof MethodProperty
            && property.getMember().getMember() instanceof Method setter
            && !setter.getParameterTypes()[0].isPrimitive()
            && HotAccessor.isCallable(setter)) {
          builder.addOrReplaceProperty(
              new DirectSetter(property, HotAccessor.setter(setter)), true);
        }
      }
      if (builder.getValueInstantiator() instanceof StdValueInstantiator instantiator
          && instantiator.getClass() == StdValueInstantiator.class
          && instantiator.getDefaultCreator() instanceof AnnotatedConstructor creator
          && HotAccessor.isCallable(creator.getAnnotated())) {
        builder.setValueInstantiator(new DirectConstructor(instantiator, creator.getAnnotated()));
      }
      return builder;
    }
  }
}
