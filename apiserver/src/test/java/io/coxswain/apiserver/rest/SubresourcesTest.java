package io.coxswain.apiserver.rest;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.ServedKind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SubresourcesTest {
  private static final RequestHandler ANY =
      target -> {
        throw StatusException.noSuchResource();
      };
  private static final ServedKind PODS =
      KindBuilder.namespaced("", "v1", "Pod", "pods")
          .status()
          .scale()
          .subresource("log", "v1", "Pod", "get")
          .build();

  @Test
  void rejectsATableThatLacksASubresourceOfAKind() {
    var table = new Subresources().registerForAllKinds("scale", ANY);

    assertThatThrownBy(() -> table.requireAllOf(List.of(PODS)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no handler for pods/log");
  }

  @Test
  void acceptsATableWithAllSubresourcesButTheStatus() {
    new Subresources()
        .registerForAllKinds("scale", ANY)
        .register("pods", "log", ANY)
        .requireAllOf(List.of(PODS));
  }

  @Test
  void rejectsASecondHandlerForTheSameSubresource() {
    var table = new Subresources().register("pods", "log", ANY);

    assertThatThrownBy(() -> table.register("pods", "log", ANY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("registered twice: pods/log");
  }
}
