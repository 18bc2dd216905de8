package io.coxswain.slurm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the status of a workload's pods says about why it is not ready. */
final class WorkloadProblemTest {
  @Test
  void findsNothingWrongWithReadyAndSucceededPods() throws Exception {
    assertThat(
            WorkloadProblem.of(
                pods(
                    "{phase: Running, conditions: [{type: Ready, status: 'True'}]}",
                    "{phase: Succeeded, conditions: [{type: Ready, status: 'False'}]}")))
        .isEmpty();
  }

  @Test
  void namesTheContainerThatCrashesAndItsLastExitCode() throws Exception {
    WorkloadProblem problem =
        only(
            """
            phase: Running
            conditions: [{type: Ready, status: 'False', reason: ContainersNotReady}]
            initContainerStatuses: [{name: munge, state: {running: {}}}]
            containerStatuses:
            - name: slurmctld
              state: {waiting: {reason: CrashLoopBackOff, message: back-off 10s}}
              lastState: {terminated: {exitCode: 1, reason: Error, message: bad slurm.conf}}
            """);

    assertThat(problem.reason()).isEqualTo("CrashLoopBackOff");
    assertThat(problem.message())
        .isEqualTo(
            "Pod p0: container slurmctld: CrashLoopBackOff: back-off 10s: last run: exit code 1:"
                + " bad slurm.conf");
    assertThat(problem.starting()).isFalse();
  }

  @Test
  void namesTheInitContainerBeforeTheContainersThatWaitForIt() throws Exception {
    WorkloadProblem problem =
        only(
            """
            phase: Pending
            initContainerStatuses:
            - {name: munge, state: {waiting: {reason: ImagePullBackOff, message: no such image}}}
            containerStatuses:
            - {name: slurmctld, state: {waiting: {reason: PodInitializing}}}
            """);

    assertThat(problem.reason()).isEqualTo("ImagePullBackOff");
    assertThat(problem.message())
        .isEqualTo("Pod p0: container munge: ImagePullBackOff: no such image");
  }

  @Test
  void reportsFailedPodsByTheirExitCodeOrTheirOwnReason() throws Exception {
    WorkloadProblem ended =
        only(
            """
            phase: Failed
            containerStatuses:
            - {name: main, state: {terminated: {exitCode: 137, reason: OOMKilled}}}
            """);
    WorkloadProblem evicted =
        only("{phase: Failed, reason: Evicted, message: the node was low on memory}");

    assertThat(ended.reason()).isEqualTo("OOMKilled");
    assertThat(ended.message()).isEqualTo("Pod p0: container main: OOMKilled: exit code 137");
    assertThat(evicted.reason()).isEqualTo("Evicted");
    assertThat(evicted.message()).isEqualTo("Pod p0: Evicted: the node was low on memory");
  }

  @Test
  void distinguishesPodsThatStartFromPodsThatFail() throws Exception {
    WorkloadProblem creating =
        only(
            """
            phase: Pending
            conditions:
            - type: Ready
              status: 'False'
              reason: ContainersNotReady
              message: 'containers with unready status: [a]'
            containerStatuses: [{name: a, state: {waiting: {reason: ContainerCreating}}}]
            """);

    assertThat(creating.starting()).isTrue();
    assertThat(creating.reason()).isEqualTo("ContainersNotReady");
    assertThat(only("{}").message()).isEqualTo("Pod p0: phase Pending");
    assertThat(only("{}").reason()).isEqualTo("NotAvailable");
  }

  @Test
  void prefersTheFailingPodAndCountsTheOthers() throws Exception {
    WorkloadProblem problem =
        WorkloadProblem.of(
                pods(
                    "{phase: Pending}",
                    """
                    conditions:
                    - {type: PodScheduled, status: 'False', reason: Unschedulable, message: full}
                    """))
            .orElseThrow();

    assertThat(problem.reason()).isEqualTo("Unschedulable");
    assertThat(problem.message())
        .isEqualTo("Pod p1: Unschedulable: full; pods that are not ready: 2");
  }

  @Test
  void replacesReasonsThatAConditionMayNotHave() throws Exception {
    WorkloadProblem problem = only("{phase: Failed, reason: 'out of disk!', message: m}");

    assertThat(problem.reason()).isEqualTo("NotAvailable");
    assertThat(problem.message()).isEqualTo("Pod p0: out of disk!: m");
  }

  private static WorkloadProblem only(String status) throws Exception {
    return WorkloadProblem.of(pods(status)).orElseThrow();
  }

  private static List<Pod> pods(String... statuses) throws Exception {
    var pods = new ArrayList<Pod>();
    for (String status : statuses) {
      Pod pod =
          Json.yamlMapper().readValue("metadata: {name: p%d}".formatted(pods.size()), Pod.class);
      pod.setStatus(Json.yamlMapper().readValue(status, PodStatus.class));
      pods.add(pod);
    }
    return pods;
  }
}
