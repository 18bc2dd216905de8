package io.coxswain.slurm.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.Env;
import io.coxswain.env.Http;
import io.coxswain.env.Task;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.checks.ChecksOptions;
import io.coxswain.slurm.checks.ChecksProgram;
import io.coxswain.slurm.checks.ChecksWorld;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * soperatorchecks against a real Slurm 22.05, whose REST API cannot change nodes: {@code scontrol}
 * does.
 */
final class RealChecksTest {
  private static final ObjectKey MACHINE = ObjectKey.of("m1");
  private static RealSlurm slurm;

  private final Env env = Env.production();

  @BeforeAll
  static void start() throws Exception {
    slurm = RealSlurm.shared();
  }

  @Test
  void drainsForMaintenanceWaitsForTheJobAndUndrainsOnCancellation() throws Exception {
    slurm.run("scancel", "-u", "root");
    slurm.await(
        "idle nodes",
        () -> slurm.run("sinfo", "-h", "-p", "main", "-o", "%T %D").strip().equals("idle 2"));
    try (RealApi api = RealApi.start(redirected(), slurm, SlurmCluster.class, ActiveCheck.class)) {
      api.client.create(ChecksWorld.cluster("default", "demo"));
      api.client.create(ChecksWorld.yaml(Node.class, "{metadata: {name: m1}, spec: {}}"));
      for (String worker : List.of("worker-0", "worker-1")) {
        api.client.create(ChecksWorld.yaml(Pod.class, WORKER.replace("NAME", worker)));
      }
      String job = slurm.submit("--nodelist=worker-0", "sleep 4");
      slurm.await("the job", () -> slurm.run("squeue", "-h", "-t", "RUNNING").contains(job));
      Manager manager = ChecksProgram.start(api.env, settings(), "host");
      Task running = api.env.tasks().spawn("soperatorchecks", manager::run);

      schedule(api.client, "True");

      slurm.await("two drained", () -> drained("worker-0") && drained("worker-1"));
      slurm.await("an empty machine", () -> isMaintained(api.client));
      assertThat(slurm.run("scontrol", "show", "job", job)).contains("JobState=COMPLETED");

      schedule(api.client, "False");

      slurm.await("work again", () -> !drained("worker-0") && !drained("worker-1"));
      slurm.await("a free machine", () -> !isMaintained(api.client));
      manager.stop();
      assertThat(running.join(Duration.ofSeconds(20))).isTrue();
    }
    slurm.requireNobodyDrained();
  }

  /** The service's name is none outside of a cluster. */
  private Env redirected() {
    return env.withHttp(
        request -> {
          URI uri = request.uri();
          return env.http()
              .open(
                  new Http.Request(
                      request.method(),
                      URI.create(slurm.server() + uri.getRawPath() + query(uri)),
                      request.headers(),
                      request.body(),
                      request.timeout(),
                      request.most(),
                      request.tls()));
        });
  }

  private static String query(URI uri) {
    return uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
  }

  private ChecksOptions settings() throws Exception {
    Flags flags = ChecksOptions.flags();
    flags.parse(
        List.of(
            "--controllers=slurmapiclients,slurmnodes",
            "--requeue-after-slurm-nodes=300ms",
            "--scontrol-path=scontrol",
            "--scontrol-cluster=default/demo"));
    return ChecksOptions.of(flags, slurm.environment(), env.files()).withoutServers();
  }

  private static void schedule(Client api, String status) throws Exception {
    Node node = api.get(Node.class, MACHINE).orElseThrow();
    api.patchStatus(
        node,
        copy -> {
          var conditions = new ArrayList<>(copy.getStatus().getConditions());
          conditions.removeIf(each -> each.getType().equals(ConditionTypes.MAINTENANCE_SCHEDULED));
          conditions.add(
              new NodeConditionBuilder()
                  .withType(ConditionTypes.MAINTENANCE_SCHEDULED)
                  .withStatus(status)
                  .withReason("ByTheTest")
                  .build());
          copy.getStatus().setConditions(conditions);
        });
  }

  private static boolean isMaintained(Client api) throws Exception {
    return NodeConditions.of(api.get(Node.class, MACHINE).orElseThrow())
        .of(ConditionTypes.MAINTENANCE)
        .isTrue();
  }

  private static boolean drained(String node) throws Exception {
    return slurm.run("scontrol", "show", "node", node).contains("+DRAIN");
  }

  private static final String WORKER =
      """
      metadata:
        name: NAME
        namespace: default
        labels: {app.kubernetes.io/instance: demo, slurm.nebius.ai/worker: "true"}
      spec:
        nodeName: m1
        containers: [{name: slurmd, image: slurmd}]
      """;
}
