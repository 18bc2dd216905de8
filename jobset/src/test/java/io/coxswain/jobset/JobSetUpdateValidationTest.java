package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static io.coxswain.jobset.Fixtures.jobSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JobSetUpdateValidationTest {
  private static final Features ELASTIC = new Features(false, false, true);
  private static final JobSet RUNNING = jobSet(groups(group("a", 1)));
  private static final JobSet SUSPENDED = jobSet("suspend: true\n" + groups(group("a", 1)));

  @Test
  void placementMayChangeWhileSuspended() {
    Consumer<JobSet> edit =
        jobSet -> {
          PodTemplateSpec pods = pods(jobSet);
          pods.setMetadata(
              new ObjectMetaBuilder().addToLabels("l", "1").addToAnnotations("a", "1").build());
          pods.getSpec().setNodeSelector(Map.of("zone", "z"));
          pods.getSpec().setTolerations(List.of(new Toleration()));
          pods.getSpec().setSchedulingGates(List.of(new PodSchedulingGate("g")));
        };

    assertThat(update(SUSPENDED, edit)).isEmpty();
    assertThat(update(SUSPENDED, edit.andThen(js -> js.getSpec().setSuspend(false)))).isEmpty();
    assertThat(update(RUNNING, edit.andThen(js -> js.getSpec().setSuspend(true)))).isEmpty();
    assertThat(update(RUNNING, edit))
        .singleElement()
        .asString()
        .startsWith("spec.replicatedJobs: Invalid value: ")
        .endsWith(": field is immutable");
  }

  @Test
  void theImageMayNotChangeEvenThen() {
    assertThat(
            update(SUSPENDED, js -> pods(js).getSpec().getContainers().getFirst().setImage("new")))
        .singleElement()
        .asString()
        .endsWith("field is immutable");
  }

  @Test
  void theManagerMayNotChange() {
    assertThat(update(RUNNING, js -> js.getSpec().setManagedBy("acme.io/x")))
        .containsExactly("spec.managedBy: Invalid value: \"acme.io/x\": field is immutable");
  }

  @Test
  void sizesMayChangeWithTheGateAlone() {
    Consumer<JobSet> four = js -> size(js, 4, 4);

    assertThat(update(RUNNING, four)).singleElement().asString().endsWith("field is immutable");
    assertThat(update(RUNNING, ELASTIC, four)).isEmpty();
    assertThat(update(RUNNING, ELASTIC, js -> size(js, 4, 3)))
        .containsExactly(
            "spec.replicatedJobs[0].template.spec.completions: Invalid value: 3: completions must"
                + " be equal to parallelism for Elastic Indexed Jobs");
    assertThat(update(RUNNING, ELASTIC, js -> size(js, 0, 0)))
        .containsExactly(
            "spec.replicatedJobs[0].template.spec.parallelism: Invalid value: 0: parallelism must"
                + " be >= 1",
            "spec.replicatedJobs[0].template.spec.completions: Invalid value: 0: completions must"
                + " be >= 1");
  }

  @Test
  void aFinishedJobSetKeepsItsSizes() {
    JobSet finished = Json.copy(RUNNING);
    var status = new JobSetStatus();
    status.setConditions(
        List.of(new ConditionBuilder().withType("Completed").withStatus("True").build()));
    finished.setStatus(status);

    assertThat(update(finished, ELASTIC, js -> size(js, 4, 4)))
        .containsExactly(
            "spec.replicatedJobs[0].template.spec: Forbidden: Cannot mutate parallelism or"
                + " completions when JobSet is in a terminal state (Completed or Failed)");
  }

  private static PodTemplateSpec pods(JobSet jobSet) {
    return job(jobSet).getTemplate();
  }

  private static JobSpec job(JobSet jobSet) {
    return jobSet.getSpec().getReplicatedJobs().getFirst().getTemplate().getSpec();
  }

  private static void size(JobSet jobSet, int parallelism, int completions) {
    job(jobSet).setParallelism(parallelism);
    job(jobSet).setCompletions(completions);
  }

  private static List<String> update(JobSet old, Consumer<JobSet> edit) {
    return update(old, Features.none(), edit);
  }

  private static List<String> update(JobSet given, Features features, Consumer<JobSet> edit) {
    JobSet old = JobSetDefaults.applied(given);
    JobSet updated = Json.copy(old);
    edit.accept(updated);
    return JobSetUpdateValidation.of(old, updated, features).stream()
        .map(FieldError::toString)
        .toList();
  }
}
