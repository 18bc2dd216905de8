package io.coxswain.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.coxswain.api.CustomObject;
import io.coxswain.api.bundle.Crds;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class CrdDescriptionsTest {
  private static final Path FILE = Path.of("src/main/descriptions/fields.txt");

  /** The types of other operators that our kinds embed are left to their authors. */
  private static final List<String> OURS =
      List.of("io.coxswain.api.jobset", "io.coxswain.api.trainer", "io.coxswain.api.slurm");

  /** Our beans that the schemas of our kinds are made of. */
  private static SortedSet<Class<?>> beans() {
    var beans = new TreeSet<Class<?>>(Comparator.comparing(Class::getName));
    for (Class<? extends CustomObject<?, ?>> kind : Crds.kinds()) {
      addArguments(kind.getGenericSuperclass(), beans);
    }
    return beans;
  }

  private static void addArguments(Type type, SortedSet<Class<?>> beans) {
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        addArguments(argument, beans);
      }
    } else if (type instanceof Class<?> bean && OURS.contains(bean.getPackageName())) {
      for (Class<?> at = bean;
          OURS.contains(at.getPackageName()) && beans.add(at);
          at = at.getSuperclass()) {
        fields(at).forEach(field -> addArguments(field.getGenericType(), beans));
      }
    }
  }

  private static List<Field> fields(Class<?> bean) {
    var fields = new ArrayList<Field>();
    for (Field field : bean.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())
          && !field.isAnnotationPresent(JsonIgnore.class)) {
        fields.add(field);
      }
    }
    return fields;
  }

  private static String name(Field field) {
    JsonProperty property = field.getAnnotation(JsonProperty.class);
    return property == null || property.value().isEmpty() ? field.getName() : property.value();
  }

  @Test
  void describesEveryFieldOfOurKinds() throws IOException {
    var descriptions = CrdDescriptions.read(Files.readAllLines(FILE));
    var missing = new TreeSet<String>();
    for (Class<?> bean : beans()) {
      for (Field field : fields(bean)) {
        if (descriptions.of(bean, name(field)).isEmpty()) {
          missing.add(bean.getSimpleName() + "." + name(field));
        }
      }
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void describesOnlyExistingFields() throws IOException {
    var known = new TreeSet<String>(List.of("CustomObject.spec", "CustomObject.status"));
    for (Class<?> bean : beans()) {
      for (Field field : fields(bean)) {
        known.add(bean.getSimpleName() + "." + name(field));
        known.add("*." + name(field));
      }
    }
    var unknown = new TreeSet<String>();
    String type = "";
    for (String line : Files.readAllLines(FILE)) {
      if (line.startsWith("  ")) {
        String field = type + "." + line.strip().split(": ", 2)[0];
        if (!known.contains(field)) {
          unknown.add(field);
        }
      } else if (!line.isBlank() && !line.startsWith("#")) {
        type = line;
      }
    }

    assertThat(unknown).isEmpty();
  }

  @Test
  void includesDescriptionsInTheCrds() {
    for (var definition : Crds.all()) {
      var schema = definition.at("/spec/versions/0/schema/openAPIV3Schema/properties");

      assertThat(schema.at("/spec/description").asText()).isNotEmpty();
      for (var field : schema.at("/spec/properties").properties()) {
        assertThat(field.getValue().path("description").asText())
            .as(definition.at("/metadata/name").asText() + " " + field.getKey())
            .isNotEmpty();
      }
    }
  }
}
