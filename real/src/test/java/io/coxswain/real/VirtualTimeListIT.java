package io.coxswain.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The list of what is not played here names nothing that is not there. */
final class VirtualTimeListIT {
  @Test
  void namesOnlyTestsThatExist() {
    var missing = new ArrayList<String>();
    for (String name : VirtualTimeOnly.read().reasons().keySet()) {
      String[] parts = name.split("#", 2);
      try {
        Class<?> type = Class.forName(parts[0], false, getClass().getClassLoader());
        if (parts.length == 2
            && Arrays.stream(type.getDeclaredMethods())
                .noneMatch(method -> method.getName().equals(parts[1]))) {
          missing.add(name);
        }
      } catch (ClassNotFoundException e) {
        missing.add(name);
      }
    }

    assertThat(missing).isEmpty();
  }
}
