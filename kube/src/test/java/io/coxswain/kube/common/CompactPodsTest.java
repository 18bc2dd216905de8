package io.coxswain.kube.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fills every field by its setter: one that the model gains is noticed when it is not copied. */
class CompactPodsTest {
  @Test
  void compactMetadataEqualsTheOriginal() throws Exception {
    var full = (ObjectMeta) filled(ObjectMeta.class);

    assertThat(full.getOwnerReferences()).hasSize(1);
    assertThat(CompactPods.metadata(full)).isEqualTo(full);
    assertThat(CompactPods.metadata(new ObjectMeta())).isEqualTo(new ObjectMeta());
  }

  @Test
  void compactStatusEqualsTheOriginal() throws Exception {
    var full = (PodStatus) filled(PodStatus.class);

    assertThat(full.getContainerStatuses().getFirst().getState().getRunning()).isNotNull();
    assertThat(CompactPods.status(full)).isEqualTo(full);
    assertThat(CompactPods.status(new PodStatus())).isEqualTo(new PodStatus());
  }

  @Test
  void sharesAnEmptySpec() {
    assertThat(CompactPods.spec()).isEqualTo(new PodSpec());
  }

  @Test
  void sharedValuesAreImmutable() {
    PodSpec spec = CompactPods.spec();

    assertThatThrownBy(() -> spec.getContainers().add(new Container()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  /** One of the type with a value in every field, and in every field of those. */
  private static Object filled(Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return List.of(filled(of[0]));
      }
      var map = new LinkedHashMap<String, Object>();
      map.put("key", filled(of[1]));
      return map;
    }
    if (type == String.class || type == Object.class) {
      return "text";
    }
    if (type == Long.class) {
      return 7L;
    }
    if (type == Integer.class) {
      return 7;
    }
    if (type == Boolean.class) {
      return true;
    }
    if (type == Quantity.class) {
      return new Quantity("7");
    }
    Object bean = ((Class<?>) type).getConstructor().newInstance();
    List<Method> setters =
        Arrays.stream(bean.getClass().getMethods())
            .filter(m -> m.getName().startsWith("set") && m.getParameterCount() == 1)
            .filter(m -> !m.getName().equals("setAdditionalProperty"))
            .sorted(Comparator.comparing(Method::getName))
            .toList();
    for (Method setter : setters) {
      setter.invoke(bean, filled(setter.getGenericParameterTypes()[0]));
    }
    return bean;
  }
}
