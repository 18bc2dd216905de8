package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.coxswain.evidence.Attack;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Controller managers that are started against an embedded cluster. */
final class LeaderElectionProcessTest {
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/";
  private static final String LEASE = LEASES + "kube-system/leases/kube-controller-manager";

  @TempDir Path folder;

  private final Env env = Env.production();
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stopAll() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
  }

  private BufferedReader start(String... arguments) throws IOException {
    Process process =
        JavaProcess.coxswain()
            .builder(arguments)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    started.add(process);
    return JavaProcess.lines(process);
  }

  private BufferedReader startManager() throws IOException {
    return start(
        "kube-controller-manager", "--kubeconfig=.coxswain/kubeconfig", "--secure-port=0", "--v=2");
  }

  private static void await(BufferedReader out, String text) throws IOException {
    var lines = new ArrayList<String>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.contains(text)) {
        return;
      }
      lines.add(line);
    }
    throw new AssertionError("ended before it printed \"" + text + "\": " + lines);
  }

  private ApiResponse call(ApiRequest request) throws Exception {
    String kubeconfig = folder.resolve(".coxswain/kubeconfig").toString();
    return HttpTransport.to(new Kubeconfig(env.files(), Map.of(), kubeconfig, null)).call(request);
  }

  private String holder(String path) throws Exception {
    JsonNode lease = Json.tree(call(ApiRequest.get(path)).body());
    return lease.at("/spec/holderIdentity").asText();
  }

  @Test
  @Attack("a second kube-controller-manager beside the embedded one")
  void secondManagerWaitsWhileTheEmbeddedOneHoldsTheLease() throws Exception {
    BufferedReader up = start("up", "--nodes", "0", "--slurm");
    await(up, "ready");

    assertThat(holder(LEASE)).isEqualTo(ControllerLeases.IDENTITY);
    for (ControllerProgram program : ControllerProgram.values()) {
      String path = LEASES + program.lease().namespace() + "/leases/" + program.lease().name();
      assertThat(holder(path)).as(program.toString()).isEqualTo(ControllerLeases.IDENTITY);
    }
    BufferedReader second = startManager();
    await(second, "Attempting to acquire leader lease");
    String renewed = renewTime();
    while (renewTime().equals(renewed)) {
      env.clock().sleep(Duration.ofMillis(100));
    }
    assertThat(holder(LEASE)).isEqualTo(ControllerLeases.IDENTITY);
    assertThat(started.getLast().isAlive()).isTrue();
  }

  private String renewTime() throws Exception {
    return Json.tree(call(ApiRequest.get(LEASE)).body()).at("/spec/renewTime").asText();
  }

  @Test
  void managerOfTheUserActsWhenTheEmbeddedOneIsOmitted() throws Exception {
    BufferedReader up = start("up", "--nodes", "0", "--no-controllers");
    await(up, "controllers   none");
    await(up, "ready");
    assertThat(call(ApiRequest.get(LEASE)).status()).isEqualTo(404);
    String account = "/api/v1/namespaces/default/serviceaccounts/default";
    assertThat(call(ApiRequest.get(account)).status()).isEqualTo(404);

    BufferedReader own = startManager();
    await(own, "Successfully acquired lease");

    while (call(ApiRequest.get(account)).status() != 200) {
      assertThat(started.getLast().isAlive()).isTrue();
      env.clock().sleep(Duration.ofMillis(100));
    }
  }

  @Test
  void restartedClusterTakesOverTheLeaseOfItsKilledPredecessor() throws Exception {
    String[] command = {"up", "--nodes", "0", "--data-dir", "data"};
    await(start(command), "ready");
    Process first = started.getLast();
    assertThat(first.destroyForcibly().waitFor(60, TimeUnit.SECONDS)).isTrue();

    await(start(command), "ready");

    JsonNode lease = Json.tree(call(ApiRequest.get(LEASE)).body()).path("spec");
    assertThat(lease.path("holderIdentity").asText()).isEqualTo(ControllerLeases.IDENTITY);
    assertThat(lease.path("leaseTransitions").asInt()).isZero();
  }
}
