package io.coxswain.slurm.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmJob;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.client.TestingSlurm;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The exporter in virtual time, asking every 30 s. */
final class ExporterScenarioTest {
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final TestingSlurm slurm = new TestingSlurm();
  private final AtomicReference<Exporter> exporter = new AtomicReference<>();
  private final AtomicReference<Env> its = new AtomicReference<>();
  private int inflight = 1;
  private JobSource source = new JobSource.Controller();
  private boolean kubernetes;

  private Env its() {
    return Objects.requireNonNull(its.get());
  }

  private Exporter exporter() {
    return Objects.requireNonNull(exporter.get());
  }

  private void run(Script script) {
    Simulation.named("exporter")
        .process(
            "exporter",
            env -> {
              its.set(env);
              exporter.set(made(env));
              exporter().run();
            })
        .script(script)
        .run(1);
  }

  private Exporter made(Env env) {
    Optional<NodeTopologyCache> places =
        kubernetes ? Optional.of(NodeTopologyCache.of(env, "soperator", "c")) : Optional.empty();
    return new Exporter(env, new Exporter.Plan("", "", INTERVAL, inflight, source, places), slurm);
  }

  private List<String> metrics() {
    return lines(exporter().metrics());
  }

  private List<String> self() {
    return lines(exporter().monitoring());
  }

  private static List<String> lines(byte[] page) {
    return new String(page, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static SlurmNode node(NodeState first, NodeState... others) {
    SlurmNode idle = SlurmNode.named("worker-0").withInstanceId("vm-0");
    return with(idle, "cpu=16,mem=1024M,gres/gpu=2").withStates(first, others);
  }

  private static SlurmNode with(SlurmNode node, String tres) {
    return new SlurmNode(
        node.name(),
        "c",
        node.instanceId(),
        "10.0.0.1",
        node.states(),
        node.reason(),
        node.reasonChangedAt(),
        "a \"comment\"",
        Optional.empty(),
        Optional.empty(),
        List.of("main"),
        "",
        tres,
        node.capacity());
  }

  @Test
  @Scenario("soperator-checks-23")
  void keepsKnownValuesAndCountsAFailedCall() {
    slurm.nodes = List.of(node(NodeState.IDLE));
    run(
        world -> {
          world.run(Duration.ofSeconds(1));
          List<String> before = metrics();
          slurm.failOn("nodes");
          world.run(INTERVAL);
          slurm.reactions.clear();

          assertThat(before)
              .anyMatch(line -> line.startsWith("slurm_node_info{node_name=\"worker-0\""));
          assertThat(metrics()).isEqualTo(before);
          assertThat(self())
              .contains(
                  "slurm_exporter_collector_errors_total{collector=\"nodes\"} 1",
                  "slurm_exporter_collection_failures_total 1",
                  "slurm_exporter_collection_attempts_total 2");
          world.run(INTERVAL);
          assertThat(self())
              .contains(
                  "slurm_exporter_collector_errors_total{collector=\"nodes\"} 1",
                  "slurm_exporter_collection_attempts_total 3");
          exporter().stop();
        });
  }

  @Test
  @Scenario("soperator-checks-24")
  void countsAFailureAndHowLongItLasted() {
    slurm.nodes = List.of(node(NodeState.IDLE));
    run(
        world -> {
          world.run(Duration.ofSeconds(1));
          slurm.nodes =
              List.of(node(NodeState.IDLE, NodeState.DRAIN).withReason("bad disk", Instant.EPOCH));
          world.run(INTERVAL);
          assertThat(metrics())
              .contains(
                  "slurm_node_fails_total{node_name=\"worker-0\",state_base=\"IDLE\","
                      + "state_is_drain=\"true\",state_is_maintenance=\"false\","
                      + "state_is_reserved=\"false\",reason=\"bad disk\"} 1")
              .noneMatch(line -> line.startsWith("slurm_node_unavailability"));
          slurm.nodes = List.of(node(NodeState.IDLE));
          world.run(INTERVAL);
          assertThat(metrics())
              .contains(
                  "slurm_node_unavailability_duration_seconds_count{node_name=\"worker-0\"} 1",
                  "slurm_node_unavailability_duration_seconds_sum{node_name=\"worker-0\"} 30",
                  "slurm_node_unavailability_duration_seconds_bucket{node_name=\"worker-0\",le=\"30\"} 1");

          slurm.nodes = List.of(node(NodeState.DOWN, NodeState.POWERING_DOWN));
          world.run(INTERVAL);
          slurm.nodes = List.of(node(NodeState.IDLE));
          world.run(INTERVAL);

          assertThat(metrics().stream().filter(line -> line.startsWith("slurm_node_fails_total")))
              .singleElement()
              .asString()
              .endsWith(" 1");
          assertThat(metrics())
              .contains(
                  "slurm_node_unavailability_duration_seconds_count{node_name=\"worker-0\"} 1");
          exporter().stop();
        });
  }

  @Test
  @Scenario("soperator-checks-25")
  void addsUpGpuTime() {
    slurm.nodes = List.of(node(NodeState.IDLE));
    run(
        world -> {
          world.run(Duration.ofSeconds(1));
          double before = gpuSeconds();
          world.run(INTERVAL);

          assertThat(gpuSeconds() - before).isEqualTo(60);
          exporter().stop();
        });
  }

  private double gpuSeconds() {
    return metrics().stream()
        .filter(line -> line.startsWith("slurm_node_gpu_seconds_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void requestsEachListOncePerIntervalRegardlessOfScrapes() {
    var nodes = new ArrayList<SlurmNode>();
    for (int i = 0; i < 500; i++) {
      nodes.add(SlurmNode.named("worker-" + i));
    }
    slurm.nodes = nodes;
    run(
        world -> {
          world.run(Duration.ofSeconds(89));
          for (int i = 0; i < 50; i++) {
            exporter().metrics();
          }

          assertThat(slurm.asked.stream().filter("nodes"::equals)).hasSize(3);
          assertThat(slurm.asked.stream().filter("jobs"::equals)).hasSize(3);
          assertThat(slurm.asked.stream().filter("diag"::equals)).hasSize(3);
          assertThat(slurm.asked).hasSize(9);
          exporter().stop();
        });
  }

  @Test
  void skipsARunWhileOneIsActiveAndDropsStaleResponses() {
    inflight = 2;
    run(
        world -> {
          world.run(Duration.ofSeconds(1));
          slurm.nodes = List.of(SlurmNode.named("old"));
          List<SlurmNode> old = slurm.nodes;
          var first = new boolean[] {true};
          slurm.reactions.put(
              "nodes",
              () -> {
                if (first[0]) {
                  first[0] = false;
                  its().clock().sleep(Duration.ofSeconds(70));
                  slurm.nodes = old; // what it saw long ago
                } else {
                  slurm.nodes = List.of(SlurmNode.named("new"));
                  its().clock().sleep(Duration.ofSeconds(35));
                }
              });
          world.run(Duration.ofMinutes(2));
          slurm.reactions.clear();

          assertThat(self())
              .contains("slurm_exporter_collector_skipped_total{collector=\"nodes\"} 1");
          assertThat(metrics()).noneMatch(line -> line.contains("\"old\""));
          exporter().stop();
        });
  }

  @Test
  void stopsInTimeWhileSlurmHangs() {
    slurm.reactions.put("jobs", () -> its().clock().sleep(Duration.ofHours(1)));
    run(
        world -> {
          world.run(Duration.ofSeconds(5));
          exporter().stop();
          world.await("its end", () -> !world.isRunning("exporter"), Duration.ofSeconds(5));

          assertThat(self()).noneMatch(line -> line.contains("collector_errors_total"));
        });
  }

  @Test
  void reportsTheTopologyOfNodesFromKubernetesLabels() {
    kubernetes = true;
    slurm.nodes = List.of(SlurmNode.named("worker-0"), SlurmNode.named("worker-1"));
    slurm.jobs =
        List.of(SlurmJob.of(7, "j", "RUNNING", "worker-[0-1]", Optional.empty(), Optional.empty()));
    run(
        world -> {
          world
              .objects()
              .create(
                  new NodeBuilder()
                      .withNewMetadata()
                      .withName("vm-0")
                      .addToLabels("topology.nebius.com/nvl-instance-group-id", "group-7")
                      .addToLabels("slurm.nebius.ai/nodeset-name", "h100")
                      .endMetadata()
                      .build());
          world
              .objects()
              .create(
                  new NamespaceBuilder()
                      .withNewMetadata()
                      .withName("soperator")
                      .endMetadata()
                      .build());
          world
              .objects()
              .create(
                  new PodBuilder()
                      .withNewMetadata()
                      .withNamespace("soperator")
                      .withName("worker-0")
                      .addToLabels("app.kubernetes.io/instance", "c")
                      .addToLabels("slurm.nebius.ai/worker", "true")
                      .endMetadata()
                      .withNewSpec()
                      .withNodeName("vm-0")
                      .addNewContainer()
                      .withName("slurmd")
                      .withImage("i")
                      .endContainer()
                      .endSpec()
                      .build());
          world.run(Duration.ofSeconds(65));

          assertThat(metrics())
              .contains(
                  "slurm_node_nvlink_instance_group{node_name=\"worker-0\",instance_id=\"\","
                      + "nvlink_instance_group=\"group-7\",nodeset_name=\"h100\"} 1",
                  "slurm_node_job{job_id=\"7\",node_name=\"worker-0\","
                      + "nvlink_instance_group=\"group-7\",nodeset_name=\"h100\"} 1",
                  "slurm_node_job{job_id=\"7\",node_name=\"worker-1\","
                      + "nvlink_instance_group=\"\",nodeset_name=\"\"} 1");
          exporter().stop();
        });
  }

  @Test
  void queriesAccountingForTheConfiguredTimeAndDropsExpiredJobs() {
    source = new JobSource.Accounting("c", Duration.ofHours(1));
    run(
        world -> {
          Instant now = world.env().clock().now();
          slurm.jobs =
              List.of(
                  waiting(1, now.minus(Duration.ofDays(31))),
                  waiting(2, now.minus(Duration.ofDays(29))));
          world.run(INTERVAL.plusSeconds(1));

          assertThat(slurm.asked).contains("accounting jobs of c for 3900").doesNotContain("jobs");
          assertThat(metrics())
              .anyMatch(line -> line.startsWith("slurm_job_info{job_id=\"2\""))
              .noneMatch(line -> line.startsWith("slurm_job_info{job_id=\"1\""));
          exporter().stop();
        });
  }

  private static SlurmJob waiting(long id, Instant since) {
    return SlurmJob.of(id, "j", "PENDING", "", Optional.of(since), Optional.empty());
  }
}
