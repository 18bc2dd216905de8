package io.coxswain.trainer.plugins.jobset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.Rendering;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobSetPluginTest {
  private static final TrainingRuntimeSpec STEPS =
      Yaml.runtime(
          """
          mlPolicy: {numNodes: 2}
          template:
            spec:
              ttlSecondsAfterFinished: 60
              network: {subdomain: net}
              replicatedJobs:
                - name: fetch
                  replicas: 3
                  template:
                    metadata:
                      labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}
                    spec:
                      completions: 9
                      template:
                        spec:
                          containers:
                            - name: dataset-initializer
                              env: [{name: STORAGE_URI, value: "hf://default"}]
                - name: node
                  dependsOn: [{name: fetch, status: Complete}]
                  template:
                    metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                    spec:
                      template:
                        spec:
                          containers:
                            - {name: sidecar, image: s}
                            - {name: node, image: n, command: [run], args: [fast]}
          """);

  @Test
  void passesTheTemplateThroughAndMakesEveryJobAsWideAsItIsLong() {
    JobSet jobSet = only(render(Yaml.job(""), Children.none()));

    assertThat(Yaml.json(jobSet.getSpec()))
        .isEqualTo(
            Yaml.tree(
                """
                replicatedJobs:
                  - name: fetch
                    replicas: 1
                    template:
                      metadata:
                        labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}
                      spec:
                        parallelism: 1
                        completions: 1
                        template:
                          spec:
                            containers:
                              - name: dataset-initializer
                                env: [{name: STORAGE_URI, value: "hf://default"}]
                  - name: node
                    replicas: 1
                    dependsOn: [{name: fetch, status: Complete}]
                    template:
                      metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                      spec:
                        parallelism: 2
                        completions: 2
                        template:
                          spec:
                            containers:
                              - {name: sidecar, image: s}
                              - {name: node, image: n, command: [run], args: [fast]}
                network: {subdomain: net}
                suspend: false
                ttlSecondsAfterFinished: 60
                """));
  }

  @Test
  void configuresTheInitializer() {
    TrainJob job =
        Yaml.job(
            """
            initializer:
              dataset:
                storageUri: s3://bucket/data
                env: [{name: REGION, value: north}]
                secretRef: {name: keys}
            """);

    Container container = container(only(render(job, Children.none())), 0, 0);

    assertThat(Yaml.json(container))
        .isEqualTo(
            Yaml.tree(
                """
                name: dataset-initializer
                env:
                  - {name: STORAGE_URI, value: "s3://bucket/data"}
                  - {name: REGION, value: north}
                envFrom: [{secretRef: {name: keys}}]
                """));
  }

  @Test
  void anEmptyUriOverridesTheRuntimesToo() {
    TrainJob job = Yaml.job("initializer: {dataset: {storageUri: \"\"}}");

    Container container = container(only(render(job, Children.none())), 0, 0);

    assertThat(container.getEnv().getFirst().getValue()).isEmpty();
  }

  @Test
  void takesImageCommandAndArgsFromTheJobWhereItGivesThem() {
    TrainJob job = Yaml.job("trainer: {image: mine, command: [go], args: [], numNodes: 5}");

    JobSet jobSet = only(render(job, Children.none()));

    assertThat(Yaml.json(container(jobSet, 1, 1)))
        .isEqualTo(Yaml.tree("{name: node, image: mine, command: [go]}"));
    assertThat(container(jobSet, 1, 0).getImage()).isEqualTo("s");
    assertThat(jobSet.getSpec().getReplicatedJobs().get(1).getTemplate().getSpec().getParallelism())
        .isEqualTo(5);
  }

  @Test
  void keepsZeroNodes() {
    JobSet jobSet = only(render(Yaml.job("trainer: {numNodes: 0}"), Children.none()));

    assertThat(jobSet.getSpec().getReplicatedJobs().get(1).getTemplate().getSpec().getParallelism())
        .isZero();
  }

  @Test
  void leavesARunningJobSetAlone() {
    TrainJob job = Yaml.job("");

    assertThat(render(job, Children.of(jobSet("uid-1", "suspend: false")))).isEmpty();
    assertThat(render(job, Children.of(jobSet("uid-1", "{}")))).isEmpty();
  }

  @Test
  void appliesAgainWhileEitherIsSuspended() {
    TrainJob suspended = Yaml.job("suspend: true");
    Children running = Children.of(jobSet("uid-1", "suspend: false"));
    Children waiting = Children.of(jobSet("uid-1", "suspend: true"));

    assertThat(only(render(suspended, running)).getSpec().getSuspend()).isTrue();
    assertThat(only(render(suspended, waiting)).getSpec().getSuspend()).isTrue();
    assertThat(only(render(Yaml.job(""), waiting)).getSpec().getSuspend()).isFalse();
  }

  @Test
  void touchesNoJobSetOfAnotherOwner() {
    assertThatThrownBy(() -> render(Yaml.job(""), Children.of(jobSet("uid-0", "{}"))))
        .isInstanceOf(BuildException.class)
        .hasMessage("JobSet \"tj\" exists but is owned by another object");
  }

  @Test
  void ignoresTheStatusOfAForeignJobSet() {
    JobSet foreign = jobSet("uid-0", "{}");

    assertThat(new JobSetPlugin().status(Yaml.job(""), Children.of(foreign))).isEmpty();
  }

  @Test
  void adoptsTheOutcomeOfTheJobSet() {
    JobSet jobSet = jobSet("uid-1", "{}");
    jobSet.setStatus(
        Yaml.read(
            JobSetStatus.class,
            """
            conditions:
              - {type: StartupPolicyCompleted, status: "True", reason: a, message: b}
              - type: Completed
                status: "True"
                reason: AllJobsCompleted
                message: jobset completed successfully
                lastTransitionTime: "2026-01-01T00:05:00Z"
              - {type: Failed, status: "False", reason: a, message: b}
            replicatedJobsStatus:
              - {name: fetch, ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0}
              - {name: node, ready: 1, succeeded: 2, failed: 3, active: 4, suspended: 5}
            """));
    TrainJob job = Yaml.job("");
    job.setStatus(
        Yaml.read(
            TrainJobStatus.class,
            "{trainerStatus: {progressPercentage: 7}, jobsStatus: [{name: gone}]}"));

    assertThat(Yaml.json(new JobSetPlugin().status(job, Children.of(jobSet)).orElseThrow()))
        .isEqualTo(
            Yaml.tree(
                """
                conditions:
                  - type: Complete
                    status: "True"
                    reason: AllJobsCompleted
                    message: jobset completed successfully
                    lastTransitionTime: "2026-01-01T00:05:00Z"
                jobsStatus:
                  - {name: fetch, ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0}
                  - {name: node, ready: 1, succeeded: 2, failed: 3, active: 4, suspended: 5}
                trainerStatus: {progressPercentage: 7}
                """));
  }

  private static JobSet jobSet(String owner, String spec) {
    TrainJob job = Yaml.job("");
    job.getMetadata().setUid(owner);
    JobSet jobSet = new JobSet();
    jobSet.getMetadata().setName("tj");
    jobSet.getMetadata().setNamespace("default");
    jobSet.getMetadata().setOwnerReferences(List.of(Owners.controlledBy(job)));
    jobSet.setSpec(Yaml.read(JobSetSpec.class, spec));
    return jobSet;
  }

  private static List<HasMetadata> render(TrainJob job, Children seen) {
    return Rendering.render(Yaml.plugins(), job, STEPS, seen);
  }

  private static JobSet only(List<HasMetadata> objects) {
    assertThat(objects).hasSize(1);
    return (JobSet) objects.getFirst();
  }

  private static Container container(JobSet jobSet, int job, int container) {
    return jobSet
        .getSpec()
        .getReplicatedJobs()
        .get(job)
        .getTemplate()
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(container);
  }
}
