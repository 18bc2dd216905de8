package io.coxswain.node.pod;

import static io.coxswain.node.pod.TestPods.NOON;
import static io.coxswain.node.pod.TestPods.exited;
import static io.coxswain.node.pod.TestPods.pod;
import static io.coxswain.node.pod.TestPods.running;
import static io.coxswain.node.pod.TestPods.unborn;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Conditions;
import io.fabric8.kubernetes.api.model.ContainerResizePolicy;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResizePlanTest {

  @Test
  void anAcceptedResizeIsReportedBeforeItIsCarriedOut() {
    Pod resized = withCpu(pod("Always", "c"), "2", 2).build();
    PodLife life = life(withCpu(pod("Always", "c"), "1", 1));
    PodLife accepted = life.with(life.resources().allocate(resized));

    assertThat(PodPlan.of(resized, accepted, NOON).steps()).isEmpty();

    PodStatuses.describe(resized, accepted, "h", "p", NOON);
    var container = resized.getStatus().getContainerStatuses().getFirst();
    assertThat(container.getAllocatedResources()).hasToString("{cpu=2}");
    assertThat(container.getResources().getRequests()).hasToString("{cpu=1}");
    var condition =
        Conditions.POD
            .find(resized.getStatus().getConditions(), PodResources.IN_PROGRESS)
            .orElseThrow();
    assertThat(condition.getObservedGeneration()).isEqualTo(2);
    assertThat(PodPlan.of(resized, accepted, NOON).steps())
        .containsExactly(new PodPlan.Resize("c"));
    assertThat(PodPlan.of(resized, accepted.resized("c"), NOON).steps())
        .containsExactly(new PodPlan.CompleteResize(2));
  }

  @Test
  void aContainerThatEndsToBeResizedStartsAgainWhateverItsPolicy() {
    PodBuilder before = withCpu(pod("OnFailure", "c"), "1", 1);
    PodBuilder after = withCpu(pod("OnFailure", "c"), "2", 2);
    for (PodBuilder pod : List.of(before, after)) {
      pod.editSpec()
          .editContainer(0)
          .withResizePolicy(new ContainerResizePolicy("cpu", "RestartContainer"))
          .endContainer()
          .endSpec();
    }
    Pod resized = after.build();
    PodLife life = life(before);
    PodLife accepted = life.with(life.resources().allocate(resized));
    PodStatuses.describe(resized, accepted, "h", "p", NOON);

    assertThat(PodPlan.of(resized, accepted, NOON).steps())
        .containsExactly(new PodPlan.Restart("c", NOON.plusSeconds(30)));

    PodLife ended = accepted.with("c", c -> c.resizing().exited(0, "", NOON));
    assertThat(PodPhase.of(resized, ended)).isEqualTo("Running");
    assertThat(PodPlan.of(resized, ended, NOON).steps())
        .containsExactly(
            new PodPlan.Start(resized.getSpec().getContainers().getFirst()),
            new PodPlan.CompleteResize(2));
    assertThat(PodPhase.of(resized, accepted.with("c", exited(0)))).isEqualTo("Succeeded");
  }

  @Test
  void theStateOfAResizeSurvivesARestartOfTheNode() {
    Pod resized = withCpu(pod("Always", "c"), "3", 2).build();
    PodLife life = life(withCpu(pod("Always", "c"), "1", 1));
    PodLife pending =
        life.with(life.resources().notAccepted(new PodResources.Pending("Deferred", "full", 2)));
    PodStatuses.describe(resized, pending, "h", "p", NOON);

    PodResources adopted = PodResources.adopt(resized);

    assertThat(adopted.pending()).contains(new PodResources.Pending("Deferred", "full", 2));
    assertThat(adopted.differFrom(resized)).isTrue();
    assertThat(adopted.applyTo(resized).getSpec().getContainers().getFirst().getResources())
        .isEqualTo(life.resources().allocated().get("c"));
  }

  @Test
  void aPodThatHasEndedIsNotResizedAnyMore() {
    Pod resized = withCpu(pod("Never", "c"), "2", 2).build();
    PodLife life = life(withCpu(pod("Never", "c"), "1", 1));
    PodLife accepted = life.with(life.resources().allocate(resized));
    PodStatuses.describe(resized, accepted, "h", "p", NOON);

    PodStatuses.describe(resized, accepted.with("c", exited(0)), "h", "p", NOON);

    assertThat(Conditions.POD.find(resized.getStatus().getConditions(), PodResources.IN_PROGRESS))
        .isEmpty();
  }

  /** A pod whose container runs. */
  private static PodLife life(PodBuilder pod) {
    return unborn(pod).with("c", running());
  }

  private static PodBuilder withCpu(PodBuilder pod, String cpu, long generation) {
    return pod.editMetadata()
        .withGeneration(generation)
        .endMetadata()
        .editSpec()
        .editContainer(0)
        .withNewResources()
        .withRequests(Map.of("cpu", new Quantity(cpu)))
        .endResources()
        .endContainer()
        .endSpec();
  }
}
