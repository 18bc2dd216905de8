package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

final class BindingTest {
  private final Binding<String> binding = new Binding<>();

  @Test
  void bindsForTheDurationOfAnAction() {
    String seen = binding.call("outer", binding::get);

    assertThat(seen).isEqualTo("outer");
    assertThat(binding.isBound()).isFalse();
    assertThatThrownBy(binding::get).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void anInnerBindingHidesTheOuterOne() {
    var seen = new ArrayList<String>();

    binding.run(
        "outer",
        () -> {
          binding.run("inner", () -> seen.add(binding.get()));
          seen.add(binding.get());
        });

    assertThat(seen).containsExactly("inner", "outer");
  }

  @Test
  void unbindsWhenTheActionThrows() {
    assertThatThrownBy(
            () ->
                binding.run(
                    "value",
                    () -> {
                      throw new IOException("on purpose");
                    }))
        .isInstanceOf(IOException.class);

    assertThat(binding.isBound()).isFalse();
  }

  @Test
  void tasksOfTheActionDoNotInheritIt() {
    Tasks tasks = Env.production().tasks();
    var seen = Collections.synchronizedList(new ArrayList<Boolean>());

    binding.run("value", () -> tasks.spawn("other", () -> seen.add(binding.isBound())).join());

    assertThat(seen).containsExactly(false);
  }
}
