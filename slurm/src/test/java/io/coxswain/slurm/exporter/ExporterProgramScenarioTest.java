package io.coxswain.slurm.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiTransport;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.sim.Simulation;
import io.coxswain.slurm.client.Recorded;
import io.coxswain.slurm.client.ScriptedServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The program as its flags make it, against recorded answers. */
final class ExporterProgramScenarioTest {
  private final ScriptedServer server = new ScriptedServer();
  private final AtomicReference<Exporter> exporter = new AtomicReference<>();

  private Exporter exporter() {
    return Objects.requireNonNull(exporter.get());
  }

  private void serve() throws Exception {
    server
        .on("/slurm/v0.0.44/ping/", 200, "{\"pings\":[],\"errors\":[]}")
        .on("/slurm/v0.0.44/nodes/", 200, list("nodes", Recorded.text("v0.0.44_node.json")))
        .on("/slurm/v0.0.44/jobs/", 200, list("jobs", Recorded.text("v0.0.44_job.json")))
        .on("/slurm/v0.0.44/diag/", 200, Recorded.text("v0.0.44_diag.json"));
  }

  private static String list(String name, String one) {
    return "{\"errors\":[],\"" + name + "\":[" + one + "]}";
  }

  private static ExporterSettings settings(String... words) throws Exception {
    var all = new ArrayList<>(List.of("--cluster-name=c", "--metrics-bind-address=0"));
    all.add("--monitoring-bind-address=0");
    all.addAll(List.of(words));
    Flags flags = ExporterSettings.flags();
    flags.parse(all);
    return ExporterSettings.of(flags, new TreeMap<>());
  }

  private List<String> metrics() {
    return new String(exporter().metrics(), StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  @Scenario("soperator-checks-27")
  void requestsATokenFromScontrolOncePerRotation() throws Exception {
    serve();
    var commands = new ArrayList<List<String>>();
    ExporterSettings settings = settings("--standalone", "--key-rotation-interval=10m");
    Simulation.named("standalone")
        .program(
            "scontrol",
            call -> {
              commands.add(call.command().arguments());
              call.print("SLURM_JWT=abc");
              return 0;
            })
        .process(
            "exporter",
            env -> {
              exporter.set(
                  ExporterProgram.start(
                      env.withHttp(server), settings, Collections.emptySortedMap()));
              exporter().run();
            })
        .script(
            world -> {
              world.run(Duration.ofMinutes(9));
              assertThat(commands)
                  .containsExactly(List.of("scontrol", "token", "username=root", "lifespan=600"));
              world.run(Duration.ofMinutes(1));
              assertThat(commands).hasSize(2);
              assertThat(server.asked)
                  .isNotEmpty()
                  .allMatch(r -> "abc".equals(r.headers().get("X-SLURM-USER-TOKEN")));
              exporter().stop();
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-26")
  void namesTheNodesOfAJob() throws Exception {
    serve();
    ExporterSettings settings = settings("--static-token=t");
    Simulation.named("job nodes")
        .process(
            "exporter",
            env -> {
              exporter.set(
                  ExporterProgram.start(
                      env.withHttp(server).withApi(ApiTransport.NONE),
                      settings,
                      Collections.emptySortedMap()));
              exporter().run();
            })
        .script(
            world -> {
              world.run(Duration.ofSeconds(1));

              assertThat(metrics().stream().filter(l -> l.startsWith("slurm_node_job{")))
                  .containsExactly(
                      "slurm_node_job{job_id=\"8123\",node_name=\"gpu-7\","
                          + "nvlink_instance_group=\"\",nodeset_name=\"\"} 1",
                      "slurm_node_job{job_id=\"8123\",node_name=\"gpu-3\","
                          + "nvlink_instance_group=\"\",nodeset_name=\"\"} 1");
              assertThat(metrics())
                  .contains(
                      "slurm_node_cpus_total{node_name=\"gpu-7\"} 96",
                      "slurm_node_memory_total_bytes{node_name=\"gpu-7\"} 536870912000",
                      "slurm_node_memory_free_bytes{node_name=\"gpu-7\"} 522993008640",
                      "slurm_node_partition{node_name=\"gpu-7\",partition=\"debug\"} 1",
                      "slurm_job_duration_seconds{job_id=\"8123\"} 45",
                      "slurm_controller_rpc_duration_seconds_total{message_type=\"REQUEST_PARTITION_INFO\"}"
                          + " 8589.934597",
                      "slurm_controller_rpc_user_calls_total{user=\"mia\",user_id=\"1007\"} 4401038",
                      "slurm_controller_server_thread_count 5",
                      "slurm_node_info{node_name=\"gpu-7\","
                          + "instance_id=\"machine-0007\",state_base=\"IDLE\","
                          + "state_is_drain=\"false\",state_is_maintenance=\"false\","
                          + "state_is_reserved=\"false\",state_is_completing=\"\","
                          + "state_is_fail=\"\",state_is_planned=\"\","
                          + "state_is_not_responding=\"\",state_is_invalid=\"\","
                          + "state_is_cloud=\"\",state_is_power_down=\"\","
                          + "state_is_power_drain=\"\",state_is_powered_down=\"\","
                          + "state_is_powering_down=\"\",state_is_powering_up=\"\","
                          + "state_is_power_up=\"\",is_unavailable=\"\",reservation_name=\"\","
                          + "address=\"192.0.2.7\",reason=\"\",comment=\"rack 3\"} 1");
              exporter().stop();
            })
        .run(1);
  }

  @Test
  void signsTokensWithTheKeyOfTheClusterAndAgainWhenItChanges() throws Exception {
    serve();
    ExporterSettings settings = settings("--static-token=ignored", "--cluster-namespace=soperator");
    Simulation.named("signed")
        .given(
            world -> {
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
                      new SecretBuilder()
                          .withNewMetadata()
                          .withNamespace("soperator")
                          .withName("c-rest-jwt-key")
                          .endMetadata()
                          .addToStringData("rest_jwt.key", "first")
                          .build());
            })
        .process(
            "exporter",
            env -> {
              exporter.set(
                  ExporterProgram.start(
                      env.withHttp(server), settings, Collections.emptySortedMap()));
              exporter().run();
            })
        .script(
            world -> {
              world.run(Duration.ofSeconds(61));
              List<String> first = tokens();
              assertThat(first).hasSize(1).allMatch(token -> token.split("\\.").length == 3);
              server.asked.clear();

              world
                  .objects()
                  .edit(
                      Secret.class,
                      ObjectKey.of("soperator", "c-rest-jwt-key"),
                      secret -> secret.getData().put("rest_jwt.key", "c2Vjb25k"));
              world.run(Duration.ofSeconds(90));
              server.asked.clear();
              world.run(Duration.ofSeconds(30));

              assertThat(tokens()).hasSize(1).doesNotContainAnyElementsOf(first);
              exporter().stop();
            })
        .run(1);
  }

  private List<String> tokens() {
    return server.asked.stream()
        .map(r -> r.headers().getOrDefault("X-SLURM-USER-TOKEN", "none"))
        .distinct()
        .toList();
  }
}
