package io.coxswain.cli.training.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.cli.sim.TrainingCluster;
import io.coxswain.cli.training.Cluster;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Bugs of kubernetes-sigs/jobset. */
final class JobSetIssuesScenarioTest {
  private static final ObjectKey JS = ObjectKey.of("default", "js");
  private static final String POOL = "cloud.google.com/gke-nodepool";
  private static final String ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";
  private static final String FOR_EVER = "simulated.coxswain.io/run-for: 24h";
  private static final Simulation CLUSTER = simulation();

  private static Simulation simulation() {
    return TrainingCluster.small()
        .simulation("jobset issues")
        .before(
            world -> {
              for (int i = 0; i < 4; i++) {
                world.objects().create(Cluster.pooled(i, 2));
              }
            });
  }

  private static void play(Script script) {
    var _ = CLUSTER.script(script).run(1);
  }

  /** Issue 394: the controller crashed at a JobSet without a network. */
  @Test
  void aSuspendedJobSetOfAGeneratedNameWithoutNetworkRuns() {
    play(
        world -> {
          ObjectNode jobSet = jobSet("", "suspend: true", "", "");
          ((ObjectNode) jobSet.path("metadata")).remove("name");
          ((ObjectNode) jobSet.path("metadata")).put("generateName", "sleep-job-");
          Cluster.createPatiently(world, jobSet);
          String name =
              world.objects().list(JobSet.class, "default").getFirst().getMetadata().getName();
          ((ObjectNode) jobSet.path("metadata")).put("name", name);
          Cluster.awaitCondition(world, jobSet, "Suspended", "True");
          assertThat(world.objects().find(Service.class, ObjectKey.of("default", name)))
              .isPresent();

          Cluster.merge(world, jobSet, "{\"spec\": {\"suspend\": false}}");

          Cluster.awaitCondition(world, jobSet, "Completed", "True");
        });
  }

  /** Issue 574: a pod that was deleted by hand did not start the JobSet over. */
  @Test
  void aDeletedPodStartsAllOver() {
    play(
        world -> {
          ObjectNode jobSet = jobSet("", "failurePolicy: {maxRestarts: 3}", FOR_EVER, "");
          Cluster.createPatiently(world, jobSet);
          awaitRunning(world, 3);
          List<String> before = uids(world);

          world.objects().delete(Pod.class, ObjectKey.of(running(world).getLast()));
          world.await("a restart", () -> restarts(world) == 1);
          awaitRunning(world, 3);

          assertThat(uids(world)).doesNotContainAnyElementsOf(before);
        });
  }

  /** Issue 665: pods of two attempts of one Job were there together. */
  @Test
  void noPodStartsBeforeTheLastOfTheAttemptBeforeIsGone() {
    var _ =
        simulation()
            .always(
                "one attempt of a Job at a time",
                world ->
                    world.objects().list(Pod.class, "default").stream()
                        .collect(
                            Collectors.groupingBy(
                                pod -> label(pod, "jobset.sigs.k8s.io/job-key"),
                                Collectors.mapping(pod -> label(pod, ATTEMPT), Collectors.toSet())))
                        .values()
                        .stream()
                        .allMatch(attempts -> attempts.size() == 1))
            .script(
                world -> {
                  ObjectNode jobSet =
                      jobSet(
                          "",
                          "failurePolicy: {maxRestarts: 3}",
                          FOR_EVER + ", simulated.coxswain.io/stop-delay: 20s",
                          "");
                  Cluster.createPatiently(world, jobSet);
                  awaitRunning(world, 3);
                  world.objects().delete(Pod.class, ObjectKey.of(running(world).getFirst()));
                  world.await("a restart", () -> restarts(world) == 1);
                  awaitRunning(world, 3);

                  assertThat(running(world)).allMatch(pod -> label(pod, ATTEMPT).equals("1"));
                })
            .run(1);
  }

  /** Issue 624: a JobSet could not be sent to other nodes while it was suspended. */
  @Test
  void aResumedJobSetGoesWhereItIsSentNow() {
    play(
        world -> {
          ObjectNode jobSet = jobSet("", "network: {}", FOR_EVER, placed("pool-0"));
          Cluster.createPatiently(world, jobSet);
          awaitRunning(world, 3);
          assertThat(pools(world)).containsOnly("pool-0");

          Cluster.merge(world, jobSet, "{\"spec\": {\"suspend\": true}}");
          world.await("no pods", () -> world.objects().list(Pod.class, "default").isEmpty());
          send(world, "pool-1");
          Cluster.merge(world, jobSet, "{\"spec\": {\"suspend\": false}}");
          awaitRunning(world, 3);

          assertThat(pools(world)).containsOnly("pool-1");
        });
  }

  /** Issue 1021: followers were sent to where a leader was that was already going. */
  @Test
  void followersDoNotFollowATerminatingLeader() {
    play(
        world -> {
          ObjectNode jobSet =
              jobSet(
                  EXCLUSIVE,
                  "network: {}",
                  FOR_EVER + ", simulated.coxswain.io/stop-delay: 25s",
                  placed("pool-0"));
          Cluster.createPatiently(world, jobSet);
          awaitRunning(world, 3);

          Cluster.merge(world, jobSet, "{\"spec\": {\"suspend\": true}}");
          world.run(Duration.ofSeconds(2)); // the pods have been told to stop, and take their time
          assertThat(world.objects().list(Pod.class, "default")).isNotEmpty();
          send(world, "pool-1");
          Cluster.merge(world, jobSet, "{\"spec\": {\"suspend\": false}}");
          world.run(Duration.ofMinutes(5));
          awaitRunning(world, 3);

          assertThat(pools(world)).containsOnly("pool-1");
          assertThat(world.objects().list(Pod.class, "default")).hasSize(3);
        });
  }

  /** Issue 1088: followers of a leader whose node is gone were sent to no place at all. */
  @Test
  void schedulesNoFollowerToADomainWithoutName() {
    var _ =
        simulation()
            .always(
                "a selector has a value",
                world ->
                    world.objects().list(Pod.class, "default").stream()
                        .noneMatch(pod -> "".equals(pod.getSpec().getNodeSelector().get(POOL))))
            .script(
                world -> {
                  ObjectNode jobSet = jobSet(EXCLUSIVE, "network: {}", FOR_EVER, "");
                  ((ObjectNode) jobSet.at("/spec/replicatedJobs/0/template/spec"))
                      .put("backoffLimit", 6);
                  Cluster.createPatiently(world, jobSet);
                  awaitRunning(world, 3);
                  Pod leader =
                      running(world).stream()
                          .filter(pod -> pod.getMetadata().getName().startsWith("js-a-0-0-"))
                          .findFirst()
                          .orElseThrow();

                  world.objects().delete(Node.class, ObjectKey.of(leader.getSpec().getNodeName()));
                  for (Pod pod : running(world)) {
                    if (!pod.equals(leader)) {
                      world.objects().delete(Pod.class, ObjectKey.of(pod));
                      break;
                    }
                  }
                  world.run(Duration.ofMinutes(10));
                  awaitRunning(world, 3);

                  assertThat(pools(world)).hasSize(1);
                })
            .run(1);
  }

  /** Issue 1057: only pods of exclusive JobSets told their priority, and so were not kept apart. */
  @Test
  void everyPodCarriesItsPriority() {
    play(
        world -> {
          Cluster.create(
              world,
              Cluster.yaml(
                  """
                  apiVersion: scheduling.k8s.io/v1
                  kind: PriorityClass
                  metadata: {name: high}
                  value: 1000
                  """));
          ObjectNode jobSet = jobSet("", "network: {}", FOR_EVER, ", priorityClassName: high");
          Cluster.createPatiently(world, jobSet);
          awaitRunning(world, 3);

          assertThat(running(world))
              .allMatch(pod -> label(pod, "jobset.sigs.k8s.io/priority").equals("1000"));
        });
  }

  // ---- objects

  private static final String EXCLUSIVE =
      ", annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: " + POOL + "}";

  private static String placed(String pool) {
    return ", nodeSelector: {" + POOL + ": " + pool + "}";
  }

  /** One Job of three pods. */
  private static ObjectNode jobSet(
      String metadata, String spec, String annotations, String podSpec) {
    return Cluster.yaml(
        """
        apiVersion: jobset.x-k8s.io/v1alpha2
        kind: JobSet
        metadata: {name: js, namespace: default%s}
        spec:
          %s
          replicatedJobs:
          - name: a
            template:
              spec:
                parallelism: 3
                completions: 3
                backoffLimit: 0
                template:
                  metadata: {annotations: {%s}}
                  spec: {restartPolicy: Never, containers: [{name: c, image: i}]%s}
        """
            .formatted(metadata, spec, annotations, podSpec));
  }

  private static void send(World world, String pool) throws ApiException {
    world
        .objects()
        .edit(
            JobSet.class,
            JS,
            jobSet ->
                jobSet
                    .getSpec()
                    .getReplicatedJobs()
                    .getFirst()
                    .getTemplate()
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .setNodeSelector(Map.of(POOL, pool)));
  }

  private static int restarts(World world) throws ApiException {
    JobSetStatus status = world.objects().fetch(JobSet.class, JS).getStatus();
    return status == null ? 0 : status.getRestarts();
  }

  private static void awaitRunning(World world, int count) {
    world.await(count + " pods run", () -> running(world).size() == count, Duration.ofMinutes(30));
  }

  private static List<Pod> running(World world) throws ApiException {
    return world.objects().list(Pod.class, "default").stream()
        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .toList();
  }

  private static List<String> uids(World world) throws ApiException {
    return running(world).stream().map(pod -> pod.getMetadata().getUid()).toList();
  }

  /** The pools in which pods run, each once. */
  private static List<String> pools(World world) throws ApiException {
    var pools = new TreeSet<String>();
    for (Pod pod : running(world)) {
      Node node = world.objects().fetch(Node.class, ObjectKey.of(pod.getSpec().getNodeName()));
      pools.add(node.getMetadata().getLabels().getOrDefault(POOL, "no pool"));
    }
    return List.copyOf(pools);
  }

  private static String label(Pod pod, String key) {
    return pod.getMetadata().getLabels().getOrDefault(key, "");
  }
}
