package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Seeds;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every single API write of the controller meets a fault; the counts must still be right. */
class JobSweepTest {

  /** Three successes and two failures, whatever happens to the controller meanwhile. */
  private static final Simulation COUNTING =
      Cluster.with(
          "counting",
          manager -> JobController.register(manager, JobOptions.byDefault()),
          cluster -> {
            cluster.createJob("{completions: 3, parallelism: 2, backoffLimit: 5}");
            var finished = new TreeSet<String>();
            for (int i = 0; i < 5; i++) {
              cluster.await("a pod to finish", () -> next(cluster, finished).isPresent());
              Pod pod = next(cluster, finished).orElseThrow();
              finished.add(pod.getMetadata().getUid());
              if (i == 0 || i == 3) {
                cluster.fail(pod);
              } else {
                cluster.succeed(pod);
              }
            }
            cluster.await("the end", cluster::finished);

            assertThat(cluster.status().getSucceeded()).isEqualTo(3);
            assertThat(cluster.status().getFailed()).isEqualTo(2);
            assertThat(cluster.conditions()).containsExactly("SuccessCriteriaMet", "Complete");
            assertThat(cluster.status().getUncountedTerminatedPods().getSucceeded()).isEmpty();
            assertThat(cluster.status().getUncountedTerminatedPods().getFailed()).isEmpty();
            cluster.await(
                "no pod is held",
                () ->
                    cluster.pods().stream()
                        .allMatch(p -> p.getMetadata().getFinalizers().isEmpty()));
            cluster.world().awaitSilence(Duration.ofSeconds(10));
          });

  /** Each index succeeds, one of them at the second try. */
  private static final Simulation INDEXES =
      Cluster.with(
          "indexes",
          manager -> JobController.register(manager, JobOptions.byDefault()),
          cluster -> {
            cluster.createJob(
                """
                {completionMode: Indexed, completions: 3, parallelism: 3, backoffLimitPerIndex: 1}
                """);
            cluster.await("all run", () -> cluster.activePods().size() == 3);
            cluster.succeed(cluster.pod(0));
            cluster.fail(cluster.pod(1));
            cluster.await(
                "a second try",
                () -> cluster.activePods().stream().anyMatch(JobSweepTest::isSecondTry));
            cluster.succeed(
                cluster.activePods().stream()
                    .filter(JobSweepTest::isSecondTry)
                    .findFirst()
                    .orElseThrow());
            cluster.await(
                "its index counts",
                () -> Integer.valueOf(2).equals(cluster.status().getSucceeded()));
            cluster.succeed(cluster.pod(2));
            cluster.await("the end", cluster::finished);

            assertThat(cluster.conditions()).containsExactly("SuccessCriteriaMet", "Complete");
            assertThat(cluster.status().getCompletedIndexes()).isEqualTo("0-2");
            assertThat(cluster.status().getFailedIndexes()).isEmpty();
            assertThat(cluster.status().getFailed()).isEqualTo(1);
            cluster.world().awaitSilence(Duration.ofSeconds(10));
          });

  private static boolean isSecondTry(Pod pod) {
    return "1".equals(pod.getMetadata().getAnnotations().get(JobNames.INDEX_FAILURES));
  }

  /** Suspended, resumed, and ended by its deadline while pods take their time to end. */
  private static final Simulation ENDING =
      Cluster.with(
          "ending",
          manager -> JobController.register(manager, JobOptions.byDefault()),
          cluster -> {
            cluster.createJob(
                "{completions: 4, parallelism: 2, activeDeadlineSeconds: 100, backoffLimit: 0}");
            cluster.await("all run", () -> cluster.activePods().size() == 2);
            cluster.editJob(spec -> spec.setSuspend(true));
            cluster.await("no pods", () -> cluster.pods().isEmpty());
            cluster.await("it says so", () -> cluster.conditions().equals(List.of("Suspended")));
            cluster.editJob(spec -> spec.setSuspend(false));
            cluster.await("all run again", () -> cluster.activePods().size() == 2);
            for (Pod pod : cluster.activePods()) {
              cluster.bind(pod, "n1");
            }
            cluster.await(
                "the pods are told to end",
                () -> cluster.pods().size() == 2 && cluster.activePods().isEmpty());
            for (Pod pod : cluster.pods()) {
              cluster.remove(pod);
            }
            cluster.await("the end", cluster::finished);

            assertThat(cluster.status().getConditions().getLast().getReason())
                .isEqualTo("DeadlineExceeded");
            assertThat(cluster.status().getFailed()).isEqualTo(2);
            assertThat(cluster.status().getSucceeded()).isNull();
            cluster.await("no pod is left", () -> cluster.pods().isEmpty());
            cluster.world().awaitSilence(Duration.ofSeconds(10));
          });

  /** An active pod that the kubelet could finish. */
  private static Optional<Pod> next(Cluster cluster, Set<String> finished) throws ApiException {
    return cluster.activePods().stream()
        .filter(p -> !p.getMetadata().getFinalizers().isEmpty())
        .filter(p -> !finished.contains(p.getMetadata().getUid()))
        .findFirst();
  }

  @Test
  void convergesForManySeeds() {
    Seeds.of(COUNTING, 25).run();
    Seeds.of(INDEXES, 25).run();
    Seeds.of(ENDING, 25).run();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  @Scenario("job-11")
  void countsCorrectlyWithAFaultAtAnyWrite(Fault fault) {
    sweep(COUNTING, fault);
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void keepsTheFailuresOfAnIndexWithAFaultAtAnyWrite(Fault fault) {
    sweep(INDEXES, fault);
  }

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void keepsToItsVerdictWithAFaultAtAnyWrite(Fault fault) {
    sweep(ENDING, fault);
  }

  private static void sweep(Simulation simulation, Fault fault) {
    var summary = Sweep.of(simulation, Cluster.KCM).seed(3).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(10);
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(COUNTING, Cluster.KCM).plans(8).run();
    Chaos.of(INDEXES, Cluster.KCM).plans(8).run();
    Chaos.of(ENDING, Cluster.KCM).plans(8).run();
  }
}
