package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.http.HttpsServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of Soperator as processes, against an API server over HTTPS. */
final class SlurmProgramsProcessTest {
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases/";
  private static final String OPERATOR = "e21479ae.nebius.ai";
  private static final String CONFIGS = "gpu.vqeyz6ae.nebius.ai";
  private static final int MAX_SECONDS = 120;
  private static final int MAX_STOP_SECONDS = 30;

  @TempDir Path folder;

  private final Env env = Env.production();
  private final List<Process> started = new ArrayList<>();
  private ApiServer server;
  private HttpsServer front;
  private ApiTransport api;

  @BeforeEach
  void startServer() throws Exception {
    server = ApiServer.create(env);
    front = HttpsServer.start(env, server, 0);
    front.writeKubeconfig(folder.resolve("kubeconfig"));
    api = server.transport("test", List.of("system:masters"));
    Definitions.install(
        api,
        List.of(
            Crds.define(SlurmCluster.class),
            Crds.define(NodeSet.class),
            Crds.define(NodeSetPowerState.class),
            Crds.define(NodeConfigurator.class),
            Crds.define(JailedConfig.class)));
  }

  @AfterEach
  void stopAll() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
    front.close();
    server.close();
  }

  private Process start(String program, String... flags) throws IOException {
    var arguments =
        new ArrayList<>(
            List.of(
                program,
                "--kubeconfig=kubeconfig",
                "--leader-elect",
                "--metrics-bind-address=0",
                "--health-probe-bind-address=0"));
    arguments.addAll(List.of(flags));
    ProcessBuilder builder =
        JavaProcess.coxswain()
            .builder(arguments.toArray(String[]::new))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(program + ".log").toFile());
    builder.environment().put("ENABLE_WEBHOOKS", "false");
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private String holder(String lease) throws IOException {
    ApiResponse response = api.call(ApiRequest.get(LEASES + lease));
    return response.status() == 200
        ? Json.tree(response.body()).at("/spec/holderIdentity").asText("")
        : "";
  }

  private void awaitHolder(String lease, String program, Process process) throws IOException {
    long end = env.clock().nanos() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
    while (holder(lease).isEmpty()) {
      assertThat(process.isAlive()).as(Files.readString(folder.resolve(program + ".log"))).isTrue();
      assertThat(env.clock().nanos()).isLessThan(end);
      env.clock().sleep(Duration.ofMillis(100));
    }
  }

  @Test
  @Scenario("soperator-20")
  void stopGracefullyAndSconfigcontrollerReleasesItsLease() throws Exception {
    Process operator = start("soperator", "--operator-namespace=default");
    Process configs = start("sconfigcontroller", "--cluster-name=gpu", "--jail-path=" + folder);
    awaitHolder(OPERATOR, "soperator", operator);
    awaitHolder(CONFIGS, "sconfigcontroller", configs);

    operator.toHandle().destroy(); // SIGTERM
    configs.toHandle().destroy();

    assertThat(operator.waitFor(MAX_STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(operator.exitValue()).isZero();
    assertThat(configs.waitFor(MAX_STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(configs.exitValue()).isZero();
    assertThat(holder(CONFIGS)).isEmpty();
  }
}
