package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;

import io.coxswain.sim.Network;
import io.coxswain.sim.retry.RetryTrial;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JobSet controller retries each of its writes, although nothing wakes it again. */
class JobSetRetryTest {
  private static final String CLAIMS =
      """
      volumeClaimPolicies:
      - templates:
        - metadata: {name: data}
          spec: {accessModes: [ReadWriteOnce], volumeMode: Filesystem, resources: {requests: {storage: 1Gi}}}
        - metadata: {name: logs}
          spec: {accessModes: [ReadWriteOnce], volumeMode: Filesystem, resources: {requests: {storage: 1Gi}}}
        retentionPolicy: {whenDeleted: Retain}
      replicatedJobs:
      - name: a
        replicas: 2
        template: {spec: {parallelism: 1, completions: 1, template: {spec: {containers: [
          {name: c, image: i, volumeMounts: [
            {name: data, mountPath: /data}, {name: logs, mountPath: /logs}]}]}}}}
      """;

  static Stream<RetryTrial> trials() {
    return Stream.of(
        trial("start and complete")
            .step("create", stage -> stage.create(CLAIMS))
            .step(
                "jobs become ready",
                stage -> {
                  stage.ready("js-a-0");
                  stage.ready("js-a-1");
                })
            .step("suspend", stage -> stage.edit(js -> js.getSpec().setSuspend(true)))
            .step("resume", stage -> stage.edit(js -> js.getSpec().setSuspend(false)))
            .step(
                "jobs complete",
                stage -> {
                  stage.complete("js-a-0");
                  stage.complete("js-a-1");
                })
            .trial,
        trial("restart")
            .step(
                "create",
                stage ->
                    stage.create(
                        "failurePolicy: {maxRestarts: 1}\nttlSecondsAfterFinished: 10\n"
                            + groups(group("a", 2))))
            .step("a job fails", stage -> stage.fail("js-a-0"))
            .step("it fails again", stage -> stage.fail("js-a-0"))
            .trial,
        trial("in order")
            .step(
                "create",
                stage ->
                    stage.create(
                        "startupPolicy: {startupPolicyOrder: InOrder}\n"
                            + groups(group("a", 1), group("b", 1))))
            .step("the first becomes ready", stage -> stage.ready("js-a-0"))
            .step("the second becomes ready", stage -> stage.ready("js-b-0"))
            .trial);
  }

  @ParameterizedTest
  @MethodSource("trials")
  void retriesEachFailedWrite(RetryTrial trial) {
    trial.run();
  }

  @ParameterizedTest
  @MethodSource("trials")
  void survivesRandomFaults(RetryTrial trial) {
    trial.chaos("jobset").plans(5).run();
  }

  private static Steps trial(String name) {
    return new Steps(
        RetryTrial.of(
            name,
            onTrial ->
                Stage.empty(name, stage -> {})
                    .network(Network.PROMPT)
                    .process(
                        "jobset",
                        onTrial.apply(Stage.controller(Features.none(), PrometheusRegistry::new)))
                    .process("sweeper", Sweeper::main)));
  }

  /** The steps of a trial, on a stage. */
  private record Steps(RetryTrial trial) {
    Steps step(String what, Stage.Play play) {
      trial.step(what, world -> play.act(Stage.on(world)));
      return this;
    }
  }
}
