package io.coxswain.node.pod;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** Pods and their lives, for tests. */
public final class TestPods {
  public static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private TestPods() {}

  public static PodBuilder pod(String restartPolicy, String... containers) {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName("p")
            .withUid("u")
            .withGeneration(1L)
            .endMetadata()
            .withNewSpec()
            .withRestartPolicy(restartPolicy)
            .withNodeName("node-0")
            .endSpec()
            .withNewStatus()
            .withPhase("Pending")
            .endStatus();
    for (String container : containers) {
      pod.editSpec()
          .addNewContainer()
          .withName(container)
          .withImage("image")
          .withCommand("run")
          .endContainer()
          .endSpec();
    }
    return pod;
  }

  public static PodBuilder withInit(PodBuilder pod, String name, String restartPolicy) {
    return pod.editSpec()
        .addNewInitContainer()
        .withName(name)
        .withImage("image")
        .withRestartPolicy(restartPolicy.isEmpty() ? null : restartPolicy)
        .endInitContainer()
        .endSpec();
  }

  public static PodLife unborn(PodBuilder pod) {
    return PodLife.adopt(pod.editStatus().withConditions().endStatus().build(), NOON);
  }

  public static UnaryOperator<ContainerLife> running() {
    return c -> c.with(ContainerLife.Running.begun("process://7", NOON, true, true));
  }

  public static UnaryOperator<ContainerLife> exited(int code) {
    return c -> running().apply(c).exited(code, "", NOON.plusSeconds(5));
  }
}
