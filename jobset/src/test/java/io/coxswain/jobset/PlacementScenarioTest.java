package io.coxswain.jobset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.Scenario;
import io.coxswain.jobset.label.Keys;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each Job alone in a rack; the test plays the scheduler. */
class PlacementScenarioTest {
  private static final String EXCLUSIVE =
      "name: js\nannotations: {" + Keys.EXCLUSIVE_TOPOLOGY + ": rack}";
  private static final String THREE_PODS =
      """
      replicatedJobs:
      - name: a
        template: {spec: {parallelism: 3, completions: 3, template: {spec: {containers: [{name: c, image: i}]}}}}
      """;

  @Test
  @Scenario("jobset-29")
  void followersWaitForTheirLeaderAndThenGoWhereItIs() {
    Admitted.playWithKube(
        "exclusive",
        stage -> {
          node(stage, "n1", "r1");
          stage.create(EXCLUSIVE, THREE_PODS);
          stage.world.await("the leader", () -> leader(stage).isPresent());
          stage.world.run(Duration.ofMinutes(3));

          Pod leader = leader(stage).orElseThrow();
          assertThat(pods(stage)).hasSize(1);
          assertSeparated(leader);
          assertThat(stage.events())
              .anyMatch(
                  e ->
                      e.contains(
                          "admission webhook \"vpod.kb.io\" denied the request: follower pod node"
                              + " selector not set"));

          bind(stage, leader, "n1");
          stage.world.await("the followers", () -> pods(stage).size() == 3);

          assertThat(followers(stage))
              .hasSize(2)
              .allSatisfy(
                  pod -> {
                    assertThat(pod.getSpec().getNodeSelector())
                        .containsExactly(entry("rack", "r1"));
                    assertThat(pod.getSpec().getAffinity()).isNull();
                  });
        });
  }

  private static void assertSeparated(Pod leader) {
    String key = leader.getMetadata().getLabels().get(Keys.JOB_KEY);
    assertThat(leader.getMetadata().getLabels()).containsEntry(Keys.PRIORITY, "0");
    Affinity affinity = leader.getSpec().getAffinity();
    PodAffinityTerm together =
        affinity.getPodAffinity().getRequiredDuringSchedulingIgnoredDuringExecution().getFirst();
    PodAffinityTerm apart =
        affinity
            .getPodAntiAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getFirst();
    assertThat(List.of(together, apart))
        .allSatisfy(
            term -> {
              assertThat(term.getTopologyKey()).isEqualTo("rack");
              assertThat(term.getNamespaceSelector()).isNotNull();
            });
    assertThat(rules(together)).containsExactly(Keys.JOB_KEY + " In [" + key + "]");
    assertThat(rules(apart))
        .containsExactly(
            Keys.JOB_KEY + " Exists []",
            Keys.JOB_KEY + " NotIn [" + key + "]",
            Keys.PRIORITY + " In [0]");
  }

  private static List<String> rules(PodAffinityTerm term) {
    return term.getLabelSelector().getMatchExpressions().stream()
        .map(PlacementScenarioTest::rule)
        .toList();
  }

  private static String rule(LabelSelectorRequirement rule) {
    return rule.getKey() + " " + rule.getOperator() + " " + rule.getValues();
  }

  @Test
  @Scenario("jobset-30")
  void aFollowerInTheWrongPlaceTakesAllFollowersDown() {
    Admitted.playWithKube("misplaced", PlacementScenarioTest::moveLeader);
  }

  /** The leader's node turns out to be in another rack than its followers were sent to. */
  private static void moveLeader(Stage stage) throws Exception {
    node(stage, "n1", "r1");
    stage.create(EXCLUSIVE, THREE_PODS);
    stage.world.await("the leader", () -> leader(stage).isPresent());
    String uid = leader(stage).orElseThrow().getMetadata().getUid();
    bind(stage, leader(stage).orElseThrow(), "n1");
    stage.world.await("the followers", () -> pods(stage).size() == 3);
    for (Pod follower : followers(stage)) {
      stage.hold(follower);
    }

    stage
        .world
        .objects()
        .edit(
            Node.class,
            ObjectKey.of("n1"),
            node -> node.getMetadata().getLabels().put("rack", "r2"));
    stage.world.await(
        "both followers to be deleted",
        () ->
            followers(stage).stream()
                    .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null)
                    .count()
                == 2);

    assertThat(
            followers(stage).stream()
                .filter(pod -> pod.getMetadata().getDeletionTimestamp() != null))
        .allSatisfy(
            pod ->
                assertThat(pod.getStatus().getConditions())
                    .anySatisfy(
                        condition -> {
                          assertThat(condition.getType()).isEqualTo("DisruptionTarget");
                          assertThat(condition.getStatus()).isEqualTo("True");
                          assertThat(condition.getReason())
                              .isEqualTo("ExclusivePlacementViolation");
                          assertThat(condition.getMessage())
                              .isEqualTo("Pod violated JobSet exclusive placement policy");
                        }));
    for (Pod follower : followers(stage)) {
      if (follower.getMetadata().getDeletionTimestamp() != null) {
        stage.release(follower);
      }
    }
    stage.world.await(
        "new followers in the right place",
        () ->
            followers(stage).stream()
                    .filter(pod -> "r2".equals(pod.getSpec().getNodeSelector().get("rack")))
                    .count()
                == 2);
    stage.settle();
    assertThat(leader(stage).orElseThrow().getMetadata().getUid()).isEqualTo(uid);
    assertThat(leader(stage).orElseThrow().getMetadata().getDeletionTimestamp()).isNull();
    assertThat(pods(stage)).hasSize(3);
  }

  @Test
  void theRepairSurvivesEveryFaultAtEveryWrite() {
    var summary =
        Sweep.of(Admitted.withKube("repair", PlacementScenarioTest::moveLeader), "jobset")
            .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT)
            .run();

    assertThat(summary.failed()).isZero();
  }

  @Test
  @Scenario("jobset-31")
  void theNodeSelectorStrategyNeedsNoAffinity() {
    Admitted.playWithKube(
        "node selector",
        stage -> {
          node(stage, "n1", "r1");
          stage.create(
              "name: js\nannotations: {%s: rack, %s: \"true\"}"
                  .formatted(Keys.EXCLUSIVE_TOPOLOGY, Keys.NODE_SELECTOR),
              THREE_PODS);
          stage.world.await("all pods at once", () -> pods(stage).size() == 3);
          bind(stage, leader(stage).orElseThrow(), "n1");
          stage.settle();

          var template = stage.job("js-a-0").getSpec().getTemplate().getSpec();
          assertThat(template.getNodeSelector())
              .containsExactly(entry(Keys.NAMESPACED_JOB, "default_js-a-0"));
          assertThat(template.getTolerations())
              .singleElement()
              .satisfies(
                  t -> {
                    assertThat(t.getKey()).isEqualTo(Keys.NO_SCHEDULE_TAINT);
                    assertThat(t.getOperator()).isEqualTo("Exists");
                    assertThat(t.getEffect()).isEqualTo("NoSchedule");
                  });
          assertThat(pods(stage))
              .hasSize(3)
              .allMatch(pod -> pod.getSpec().getAffinity() == null)
              .allMatch(pod -> pod.getMetadata().getDeletionTimestamp() == null);
        });
  }

  @Test
  void withoutTheWebhookNoFollowerIsDeleted() {
    // The controllers alone, on a server that was never told of the webhooks.
    Stage.empty(
            "no webhook",
            stage -> {
              node(stage, "n1", "r1");
              stage.create(EXCLUSIVE, THREE_PODS);
              stage.world.await("all pods", () -> pods(stage).size() == 3);
              bind(stage, leader(stage).orElseThrow(), "n1");
              stage.settle();

              assertThat(pods(stage))
                  .hasSize(3)
                  .allMatch(pod -> pod.getMetadata().getDeletionTimestamp() == null);
            })
        .serving("jobset", Admitted.program(Features.none()))
        .process("kube", Admitted::kube)
        .run(1);
  }

  // ---- pods and nodes

  private static void node(Stage stage, String name, String rack) throws ApiException {
    stage
        .world
        .objects()
        .create(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("rack", rack)
                .endMetadata()
                .build());
    stage.world.awaitIdle();
  }

  private static void bind(Stage stage, Pod pod, String node) throws ApiException {
    var binding =
        new BindingBuilder()
            .withNewMetadata()
            .withName(pod.getMetadata().getName())
            .endMetadata()
            .withNewTarget()
            .withKind("Node")
            .withName(node)
            .endTarget()
            .build();
    stage
        .world
        .objects()
        .call(
            ApiRequest.of(
                    "POST",
                    "/api/v1/namespaces/default/pods/" + pod.getMetadata().getName() + "/binding")
                .body("application/json", Json.bytes(binding)));
  }

  private static List<Pod> pods(Stage stage) throws ApiException {
    return stage.world.objects().list(Pod.class, "default");
  }

  private static Optional<Pod> leader(Stage stage) throws ApiException {
    return pods(stage).stream().filter(PlacementScenarioTest::isLeader).findFirst();
  }

  private static List<Pod> followers(Stage stage) throws ApiException {
    return pods(stage).stream().filter(pod -> !isLeader(pod)).toList();
  }

  private static boolean isLeader(Pod pod) {
    return pod.getMetadata().getName().startsWith("js-a-0-0-");
  }
}
