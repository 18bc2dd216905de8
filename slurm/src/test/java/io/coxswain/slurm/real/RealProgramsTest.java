package io.coxswain.slurm.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Http;
import io.coxswain.env.Task;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.exporter.Exporter;
import io.coxswain.slurm.exporter.ExporterProgram;
import io.coxswain.slurm.exporter.ExporterSettings;
import io.coxswain.slurm.sconfig.SConfigProgram;
import io.coxswain.slurm.sconfig.SConfigSettings;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The exporter and sconfigcontroller against a real Slurm 22.05. */
final class RealProgramsTest {
  private static RealSlurm slurm;

  private final Env env = Env.production();

  @BeforeAll
  static void start() throws Exception {
    slurm = RealSlurm.shared();
  }

  // ---- the exporter

  @Test
  void theExportersNumbersAgreeWithSinfoAndSqueue() throws Exception {
    slurm.submit("sleep 30");
    String waiting = slurm.submit("--begin=now+1hour", "true");
    Flags flags = ExporterSettings.flags();
    flags.parse(
        List.of(
            "--standalone",
            "--cluster-name=demo",
            "--collection-interval=500ms",
            "--metrics-bind-address=127.0.0.1:0",
            "--monitoring-bind-address=127.0.0.1:0",
            "--slurm-api-server=" + slurm.server()));
    Exporter exporter =
        ExporterProgram.start(
            env, ExporterSettings.of(flags, new TreeMap<>()), slurm.environment());
    Task running = env.tasks().spawn("exporter", exporter::run);
    slurm.await(
        "first round",
        () ->
            exporter.monitoringPort() > 0
                && page(exporter.monitoringPort()).contains("attempts_total 2"));

    slurm.await("agreement", () -> agrees(page(exporter.metricsPort())));

    assertThat(page(exporter.metricsPort()))
        .contains("slurm_job_info{job_id=\"" + waiting + "\",job_state=\"PENDING\"")
        .contains("slurm_controller_rpc_calls_total{message_type=\"REQUEST_NODE_INFO\"}")
        .contains("slurm_node_cpus_total{node_name=\"worker-0\"} 1")
        .contains("slurm_node_memory_total_bytes{node_name=\"worker-0\"} " + (500L << 20));
    assertThat(get(exporter.metricsPort(), "/health")).isEqualTo("healthy");
    assertThat(page(exporter.monitoringPort()))
        .contains("slurm_exporter_collection_failures_total 0");
    exporter.stop();
    assertThat(running.join(Duration.ofSeconds(5))).isTrue();
    assertThat(running.failure()).isEmpty();
    slurm.run("scancel", "-u", "root");
  }

  private static boolean agrees(String page) throws Exception {
    List<String> nodes =
        slurm.run("sinfo", "-h", "-N", "-p", "main", "-o", "%N %T").lines().sorted().toList();
    List<String> jobs =
        slurm.run("squeue", "-h", "-t", "all", "-o", "%A %T %P").lines().sorted().toList();
    return found(page, "slurm_node_info", "node_name", "state_base").equals(upper(nodes))
        && found(page, "slurm_job_info", "job_id", "job_state", "slurm_partition").equals(jobs);
  }

  private static List<String> upper(List<String> nodes) {
    return nodes.stream()
        .map(line -> line.split(" "))
        .map(words -> words[0] + " " + words[1].toUpperCase(Locale.ROOT))
        .toList();
  }

  /** The values of labels of all series of a name, each series a line. */
  private static List<String> found(String page, String name, String... labels) {
    return page.lines()
        .filter(line -> line.startsWith(name + "{"))
        .map(
            line ->
                Arrays.stream(labels)
                    .map(label -> line.replaceAll(".*[{,]" + label + "=\"([^\"]*)\".*", "$1"))
                    .collect(Collectors.joining(" ")))
        .sorted()
        .toList();
  }

  private String page(int port) throws Exception {
    return get(port, "/metrics");
  }

  private String get(int port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    try (Http.Answer answer =
        env.http().open(Http.Request.get(uri, Duration.ofSeconds(10), 1 << 20))) {
      assertThat(answer.status()).isEqualTo(200);
      return new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  // ---- sconfigcontroller

  @Test
  void sconfigcontrollerProjectsAChangedConfigurationAndReconfigures() throws Exception {
    String before = Files.readString(slurm.configuration());
    String after = before.replace("MinJobAge=1800", "MinJobAge=1801");
    assertThat(after).isNotEqualTo(before);
    try (RealApi beside = RealApi.start(hasty(), slurm, JailedConfig.class)) {
      Client api = beside.client;
      api.create(configMap(after));
      api.create(jailed());
      Manager manager = SConfigProgram.start(beside.env, settings(), "host");
      Task running = beside.env.tasks().spawn("sconfigcontroller", manager::run);
      var texts = new TreeSet<String>();

      slurm.await(
          "new configuration",
          () -> {
            texts.add(Files.readString(slurm.configuration()));
            return slurm
                .run("scontrol", "show", "config")
                .matches("(?s).*MinJobAge\\s+= 1801 sec.*");
          });
      slurm.await("success", () -> acted(api).equals("Success"));

      assertThat(texts).isSubsetOf(before, after);
      assertThat(Files.readString(slurm.configuration())).isEqualTo(after);
      try (var files = Files.list(slurm.folder)) {
        assertThat(files).noneMatch(file -> file.toString().contains("-sconfigcontroller-"));
      }
      manager.stop();
      assertThat(running.join(Duration.ofSeconds(20))).isTrue();
    }
    slurm.requireNobodyDrained();
  }

  /** A local disk needs no 16 s to forget; everything else is as it is. */
  private Env hasty() {
    var clock =
        new Clock() {
          @Override
          public Instant now() {
            return env.clock().now();
          }

          @Override
          public long nanos() {
            return env.clock().nanos();
          }

          @Override
          public void sleep(Duration duration) {
            env.clock()
                .sleep(duration.equals(Duration.ofSeconds(16)) ? Duration.ofMillis(200) : duration);
          }
        };
    return new Env(
        clock,
        env.timers(),
        env.tasks(),
        env.entropy(),
        env.files(),
        env.exec(),
        env.api(),
        env.http());
  }

  private SConfigSettings settings() throws Exception {
    Flags flags = SConfigSettings.flags();
    flags.parse(
        List.of(
            "--metrics-bind-address=0",
            "--health-probe-bind-address=0",
            "--cluster-name=demo",
            "--jail-path=" + slurm.folder,
            "--slurmapiserver=" + slurm.server(),
            "--scontrol-path=scontrol"));
    return SConfigSettings.of(flags, slurm.environment(), env.files());
  }

  private static ConfigMap configMap(String text) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("slurm-configs")
        .endMetadata()
        .addToData("slurm.conf", text)
        .build();
  }

  private static JailedConfig jailed() {
    var config = new JailedConfig();
    config.getMetadata().setNamespace("default");
    config.getMetadata().setName("slurm-configs");
    config.getMetadata().setLabels(new TreeMap<>(Map.of("app.kubernetes.io/instance", "demo")));
    config.getSpec().getConfigMap().setName("slurm-configs");
    config
        .getSpec()
        .setItems(
            List.of(new KeyToPathBuilder().withKey("slurm.conf").withPath("/slurm.conf").build()));
    config.getSpec().setUpdateActions(List.of("Reconfigure"));
    return config;
  }

  private static String acted(Client api) throws Exception {
    return api
        .get(JailedConfig.class, ObjectKey.of("default", "slurm-configs"))
        .orElseThrow()
        .getStatus()
        .getConditions()
        .stream()
        .filter(c -> c.getType().equals("UpdateActionsCompleted"))
        .map(Condition::getReason)
        .findFirst()
        .orElse("");
  }
}
