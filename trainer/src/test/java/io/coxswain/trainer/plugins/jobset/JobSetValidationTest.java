package io.coxswain.trainer.plugins.jobset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.FieldError;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.RuntimeMerge;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobSetValidationTest {
  private static final String REF =
      "spec.runtimeRef: Invalid value: {\"name\":\"torch-distributed\","
          + "\"apiGroup\":\"trainer.kubeflow.org\",\"kind\":\"ClusterTrainingRuntime\"}: ";

  private static final TrainingRuntimeSpec RUNTIME =
      Yaml.runtime(
          """
          template:
            spec:
              replicatedJobs:
                - name: model-initializer
                  template: {spec: {template: {spec: {containers: [{name: other}]}}}}
                - name: node
                  template:
                    spec:
                      template:
                        spec:
                          initContainers: [{name: warm-up}]
                          containers: [{name: node}, {name: sidecar}]
          """);

  @Test
  void anInitializerNeedsItsJobAndItsContainer() {
    TrainJob job = Yaml.job("initializer: {dataset: {}, model: {}}");

    assertThat(errors(job))
        .containsExactly(
            REF
                + "must have dataset-initializer job when trainJob is configured with input"
                + " datasetConfig",
            REF + "must have container with name - model-initializer in the model-initializer job");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "alice    | \"alice\": must be a domain-prefixed path (such as \"acme.io/foo\")",
        "/foo     | \"/foo\": must be a domain-prefixed path (such as \"acme.io/foo\")",
        "acme.io/ | \"acme.io/\": must be a domain-prefixed path (such as \"acme.io/foo\")",
      })
  void aManagerIsADomainAndAPath(String manager, String detail) {
    assertThat(errors(Yaml.job("runtimePatches: [{manager: " + manager + "}]")))
        .containsExactly("spec.runtimePatches.manager: Invalid value: " + detail);
  }

  @Test
  void aManagersDomainAndPathMustBeWellFormed() {
    assertThat(errors(Yaml.job("runtimePatches: [{manager: \"Acme/a b\"}]")))
        .hasSize(2)
        .first()
        .asString()
        .startsWith(
            "spec.runtimePatches.manager: Invalid value: \"Acme\": a lowercase RFC 1123 subdomain");
    assertThat(errors(Yaml.job("runtimePatches: [{manager: kueue.x-k8s.io/manager}]"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{name: launcher} | must not have replicated job that doesn't exist in the runtime job"
            + " template",
        "{name: node, template: {spec: {template: {spec: {initContainers: [{name: x}]}}}}} | must"
            + " not have initContainer that doesn't exist in the runtime job node",
        "{name: node, template: {spec: {template: {spec: {containers: [{name: x}]}}}}} | must not"
            + " have container that doesn't exist in the runtime job node",
        "{name: node, template: {spec: {template: {spec: {containers: [{name: node, env: [{name:"
            + " A}]}]}}}}} | must not have envs for the dataset-initializer, model-initializer,"
            + " node containers",
      })
  void aPatchMayChangeOnlyExistingJobsAndContainers(String patch, String detail) {
    assertThat(errors(patched(patch)))
        .singleElement()
        .satisfies(
            text ->
                assertThat(text)
                    .startsWith("spec.runtimePatches: Invalid value: [{\"manager\"")
                    .endsWith(": " + detail));
  }

  @Test
  void aPatchMayNameContainersOfEitherSort() {
    assertThat(
            errors(
                patched(
                    "{name: node, template: {spec: {template: {spec: {containers: [{name: warm-up,"
                        + " env: [{name: A}]}, {name: sidecar}]}}}}}")))
        .isEmpty();
  }

  @Test
  void patchesChangeOnlyWhileTheJobIsSuspended() {
    TrainJob before = Yaml.job("");
    TrainJob after = Yaml.job("runtimePatches: [{manager: a.io/b}]");
    TrainJob afterAndSuspended = Yaml.job("suspend: true\nruntimePatches: [{manager: a.io/b}]");

    assertThat(errors(before, after, Children.none()))
        .containsExactly(
            "spec.runtimePatches: Forbidden: RuntimePatches can only be modified when the TrainJob"
                + " is suspended before or after the update");
    assertThat(errors(before, afterAndSuspended, Children.none())).isEmpty();
    assertThat(errors(afterAndSuspended, after, Children.none())).isEmpty();
  }

  @Test
  void patchesDoNotChangeWhilePodsAreStillActive() {
    JobSet jobSet = new JobSet();
    jobSet.getMetadata().setName("tj");
    jobSet.getMetadata().setNamespace("default");
    jobSet.setStatus(
        Yaml.read(
            JobSetStatus.class,
            "replicatedJobsStatus: [{name: a, active: 0}, {name: node, active: 1}]"));

    assertThat(
            errors(
                Yaml.job(""),
                Yaml.job("suspend: true\nruntimePatches: [{manager: a.io/b}]"),
                Children.of(jobSet)))
        .containsExactly(
            "spec.runtimePatches: Forbidden: RuntimePatches cannot be modified when the JobSet's"
                + " ReplicatedJob node is still active");
  }

  private static TrainJob patched(String replicatedJob) {
    return Yaml.job(
        "runtimePatches: [{manager: a.io/b, trainingRuntimeSpec: {template: {spec:"
            + " {replicatedJobs: ["
            + replicatedJob
            + "]}}}}]");
  }

  private static List<String> errors(TrainJob job) {
    return errors(Optional.empty(), job, Children.none());
  }

  private static List<String> errors(TrainJob old, TrainJob job, Children seen) {
    return errors(Optional.of(old), job, seen);
  }

  private static List<String> errors(Optional<TrainJob> old, TrainJob job, Children seen) {
    return JobSetValidation.validate(RuntimeMerge.merge(job, RUNTIME), old, job, seen).stream()
        .map(FieldError::toString)
        .toList();
  }
}
