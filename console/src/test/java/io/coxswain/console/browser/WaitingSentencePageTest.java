package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Why a training waits, in the browser: the sentence, its cause, and the object it links to. */
@ExtendWith(Browser.class)
class WaitingSentencePageTest {
  private final TestCluster cluster = new TestCluster();
  private final TestTraining training = new TestTraining(cluster, "default", "hello", 1, 40);

  @AfterEach
  void stop() {
    cluster.close();
  }

  /**
   * A cause.
   *
   * @param brings stores what the controllers, the scheduler or the kubelet would have written
   * @param object the address of the object that the sentence links to, below {@code /object/}
   */
  record Row(
      String cause, Consumer<WaitingSentencePageTest> brings, String sentence, String object) {
    @Override
    public String toString() {
      return cause;
    }
  }

  private static final String POD = "core/v1/pods/default/hello-node-0-0-abcde";
  private static final String JOB = "batch/v1/jobs/default/hello-node-0";

  static Stream<Row> causes() {
    return Stream.of(
        new Row(
            "scheduler",
            test -> test.training.podPending(0, "0/2 nodes are available: 2 Insufficient cpu."),
            "cannot be scheduled: 0/2 nodes are available: 2 Insufficient cpu.",
            POD),
        new Row(
            "quota",
            test ->
                test.warning(
                    "Job",
                    "hello-node-0",
                    "FailedCreate",
                    "Error creating: pods \\\"hello-node-0-0-x\\\" is forbidden: exceeded quota:"
                        + " team-gpus, requested: requests.nvidia.com/gpu=8, used:"
                        + " requests.nvidia.com/gpu=56, limited: requests.nvidia.com/gpu=60"),
            "exceeded quota: team-gpus, requested: requests.nvidia.com/gpu=8",
            "core/v1/resourcequotas/default/team-gpus"),
        new Row(
            "gang",
            test -> test.training.podPending(0, "pod group hello has 1 of 4 members"),
            "waits until its whole group can be scheduled: pod group hello has 1 of 4 members",
            POD),
        new Row(
            "admission",
            test ->
                test.warning(
                    "Job",
                    "hello-node-0",
                    "FailedCreate",
                    "Error creating: admission webhook \\\"images.example.com\\\" denied the"
                        + " request: the image is not signed"),
            "The webhook images.example.com rejects the objects of Job hello-node-0",
            JOB),
        new Row(
            "image",
            test ->
                test.training.pod(
                    0,
                    "node-1",
                    """
                    {phase: Pending, containerStatuses: [{name: node, ready: false, restartCount: 0, image: "registry.example.com/train:1", imageID: "", state: {waiting: {reason: ImagePullBackOff, message: "Back-off pulling image"}}}]}\
                    """),
            "cannot pull the image registry.example.com/train:1 of its container node: Back-off",
            POD),
        new Row(
            "volume",
            test -> test.training.podPending(0, "persistentvolumeclaim \\\"dataset\\\" not found"),
            "waits for its volume: persistentvolumeclaim \"dataset\" not found",
            "core/v1/persistentvolumeclaims/default/dataset"),
        new Row(
            "webhook",
            test ->
                test.warning(
                    "Job",
                    "hello-node-0",
                    "FailedCreate",
                    "Internal error occurred: failed calling webhook \\\"pods.example.com\\\":"
                        + " connect: connection refused"),
            "The webhook pods.example.com does not respond",
            JOB),
        new Row(
            "controller",
            test -> {},
            "Job hello-node-0 has no pods yet: its controller has not acted on it.",
            JOB));
  }

  private void warning(String kind, String name, String reason, String message) {
    cluster.put(
        """
        apiVersion: v1
        kind: Event
        metadata: {name: warning, namespace: default}
        involvedObject: {apiVersion: batch/v1, kind: %s, name: "%s", namespace: default}
        type: Warning
        reason: %s
        message: "%s"
        lastTimestamp: "%s"
        """
            .formatted(kind, name, reason, message, TestCluster.ago(1)));
  }

  @ParameterizedTest
  @MethodSource("causes")
  void saysWhyATrainingWaitsAndLinksToTheCause(Row row, Chromium browser) throws Exception {
    training.submit();
    training.expand(0);
    row.brings.accept(this);
    try (Page page = cluster.open(browser, cluster.console())) {
      page.awaitText("v-table .why", row.sentence);
      page.click("v-table a.name");

      page.awaitText("#waiting-sentence", row.sentence);
      assertThat(page.text(".note.wait .tag")).isEqualToIgnoringCase(row.cause);
      page.click(".note.wait .more a");
      page.await("location.pathname === '/object/%s'".formatted(row.object));
      assertThat(page.problems()).isEmpty();
    }
  }
}
