package io.coxswain.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.evidence.Scenario;
import io.coxswain.slurm.client.SlurmException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class RestSlurmClientTest {
  private static final String OK = "{\"errors\":[],\"pings\":[{\"pinged\":\"UP\"}]}";
  private static final String EMPTY = "{\"errors\":[],\"nodes\":[]}";

  private final ScriptedServer server = new ScriptedServer();
  private final ImpatientClock clock = new ImpatientClock();
  private final List<List<String>> commands = new ArrayList<>();
  private String printed = "";
  private int exitCode;
  private final Env env = env();

  private Env env() {
    Env real = Env.production();
    return new Env(
        clock,
        real.timers(),
        real.tasks(),
        real.entropy(),
        real.files(),
        this::started,
        real.api(),
        server);
  }

  private Exec.Running started(Exec.Command command) {
    commands.add(command.arguments());
    byte[] bytes = printed.getBytes(StandardCharsets.UTF_8);
    command.output().accept(bytes, bytes.length);
    return new Exec.Running() {
      @Override
      public long pid() {
        return 1;
      }

      @Override
      public boolean isAlive() {
        return false;
      }

      @Override
      public int await() {
        return exitCode;
      }

      @Override
      public void terminate() {}

      @Override
      public void kill() {}
    };
  }

  private RestSlurmClient client(SlurmTokens tokens) {
    return RestSlurmClient.of(env, "http://slurm:6820/", tokens);
  }

  private RestSlurmClient client(int version) {
    return RestSlurmClient.of(
        env,
        "http://slurm:6820",
        "root",
        SlurmTokens.fixed("t"),
        OptionalInt.of(version),
        Optional.of(new Scontrol(env, "scontrol", Collections.emptySortedMap())));
  }

  private static SlurmException failure(ThrowingCallable c) {
    return catchThrowableOfType(SlurmException.class, c);
  }

  private static String wrapped(String name, String one) {
    return "{\"errors\":[],\"" + name + "\":[" + one + "]}";
  }

  // ---- versions

  @Test
  void usesTheNewestVersionThatTheServerHas() throws Exception {
    server.on("/slurm/v0.0.44/ping/", 200, OK).on("/slurm/v0.0.44/nodes/", 200, EMPTY);

    SlurmClient client = client(SlurmTokens.fixed("secret"));

    assertThat(client.nodes()).isEmpty();
    assertThat(client.nodes()).isEmpty();
    assertThat(server.lines())
        .containsExactly(
            "GET /slurm/v0.0.44/ping/", "GET /slurm/v0.0.44/nodes/", "GET /slurm/v0.0.44/nodes/");
    assertThat(server.asked.getLast().headers())
        .containsEntry("X-SLURM-USER-NAME", "root")
        .containsEntry("X-SLURM-USER-TOKEN", "secret")
        .containsEntry("Content-Type", "application/json");
  }

  @Test
  void takesTheHighestVersionItKnowsOfThoseListed() throws Exception {
    server
        .on(
            "/openapi/v3",
            200,
            "{\"paths\":{\"/slurm/v0.0.36/nodes\":{},\"/slurm/v0.0.38/nodes\":{\"get\":{}},"
                + "\"/slurm/v0.0.37/nodes\":{},\"/slurm/v0.0.99/nodes\":{},\"/slurmdb/v0.0.39/jobs\":{}}}")
        .on("/slurm/v0.0.38/nodes", 200, EMPTY);

    assertThat(client(SlurmTokens.NONE).nodes()).isEmpty();
    assertThat(server.lines())
        .containsExactly("GET /slurm/v0.0.44/ping/", "GET /openapi/v3", "GET /slurm/v0.0.38/nodes");
    assertThat(server.asked.getLast().headers()).doesNotContainKey("X-SLURM-USER-TOKEN");
  }

  @Test
  void findsTheVersionAgainAfterTheServerWasReplaced() throws Exception {
    server
        .on("/slurm/v0.0.44/ping/", 404, "")
        .on("/slurm/v0.0.44/ping/", 200, OK)
        .on("/openapi/v3", 200, "{\"paths\":{\"/slurm/v0.0.38/nodes\":{}}}")
        .on("/slurm/v0.0.38/nodes", 200, EMPTY)
        .on("/slurm/v0.0.38/nodes", 404, "")
        .on("/slurm/v0.0.44/nodes/", 200, EMPTY);
    SlurmClient client = client(SlurmTokens.NONE);
    client.nodes();

    assertThat(client.nodes()).isEmpty();
    assertThat(server.lines()).endsWith("GET /slurm/v0.0.44/ping/", "GET /slurm/v0.0.44/nodes/");
  }

  @Test
  void reportsThatNoVersionIsSupported() {
    server.on("/openapi/v3", 200, "{\"paths\":{\"/slurm/v0.0.36/nodes\":{}}}");

    assertThat(failure(() -> client(SlurmTokens.NONE).nodes()))
        .hasMessageContaining("none of the API versions v0.0.37 to v0.0.44")
        .extracting(SlurmException::kind)
        .isEqualTo(Kind.UNSUPPORTED);
  }

  // ---- answers as recorded

  @Test
  void readsANodeOfSlurm2511() throws Exception {
    server.on("/slurm/v0.0.44/nodes/", 200, wrapped("nodes", Recorded.text("v0.0.44_node.json")));

    SlurmNode node = client(44).nodes().getFirst();

    assertThat(node.name()).isEqualTo("gpu-7");
    assertThat(node.instanceId()).isEqualTo("machine-0007");
    assertThat(node.states()).containsExactly(NodeState.IDLE, NodeState.DYNAMIC_NORM);
    assertThat(node.reason()).isEmpty();
    assertThat(node.reasonChangedAt()).isEmpty();
    assertThat(node.comment()).isEqualTo("rack 3");
    assertThat(node.address()).isEqualTo("192.0.2.7");
    assertThat(node.partitions()).containsExactly("debug", "long");
    assertThat(node.tres()).isEqualTo("cpu=96,mem=500G,billing=96,gres/gpu=8");
    assertThat(node.slurmdStartTime()).contains(Instant.ofEpochSecond(1767225720));
    assertThat(node.bootTime()).contains(Instant.ofEpochSecond(1767225600));
    assertThat(node.capacity().freeMemory()).hasValue(498765);
    assertThat(node.capacity().effectiveCpus()).hasValue(94);
    assertThat(node.capacity().specializedMemory()).hasValue(2048);
  }

  @Test
  void readsTheNodesOfSlurm2205InTheSameForm() throws Exception {
    for (String version : List.of("37", "38")) {
      server.on(
          "/slurm/v0.0." + version + "/nodes",
          200,
          Recorded.text("v0.0." + version + "_nodes.json"));

      List<SlurmNode> nodes = client(Integer.parseInt(version)).nodes();

      assertThat(nodes).extracting(SlurmNode::name).containsExactly("gpu-0", "gpu-1", "node-a");
      SlurmNode drained = nodes.get(1);
      assertThat(drained.states())
          .containsExactly(NodeState.IDLE, NodeState.CLOUD, NodeState.DRAIN);
      assertThat(drained.isFullyDrained()).isTrue();
      assertThat(drained.reason()).isEqualTo("[user_problem] test");
      assertThat(drained.reasonChangedAt()).contains(Instant.ofEpochSecond(1794711446));
      assertThat(drained.comment()).isEqualTo("abc");
      assertThat(drained.instanceId()).isEmpty();
      assertThat(drained.slurmdStartTime()).isEmpty();
      assertThat(drained.capacity().freeMemory()).isEmpty();
      assertThat(drained.capacity().idleCpus()).hasValue(8);
      assertThat(drained.capacity().effectiveCpus()).isEmpty();
    }
  }

  @Test
  @Scenario("soperator-checks-28")
  void speaksV38WithTheSlurmrestdOfDebianAndDrainsThroughScontrol() throws Exception {
    server
        .on(
            "/openapi/v3",
            200,
            "{\"paths\":{\"/slurm/v0.0.37/nodes\":{},\"/slurm/v0.0.38/nodes\":{}}}")
        .on("/slurm/v0.0.38/nodes", 200, Recorded.text("v0.0.38_nodes.json"));
    SlurmClient client =
        RestSlurmClient.of(
            env,
            "http://slurm:6820",
            "root",
            SlurmTokens.fixed("t"),
            OptionalInt.empty(),
            Optional.of(new Scontrol(env, "scontrol", Collections.emptySortedMap())));

    List<SlurmNode> nodes = client.nodes();
    client.update("gpu-0", NodeUpdate.drain("[user_problem] a test"));

    assertThat(server.lines())
        .startsWith("GET /slurm/v0.0.44/ping/", "GET /openapi/v3", "GET /slurm/v0.0.38/nodes");
    assertThat(server.asked)
        .allSatisfy(
            r ->
                assertThat(r.headers())
                    .containsEntry("X-SLURM-USER-NAME", "root")
                    .containsEntry("X-SLURM-USER-TOKEN", "t"));
    assertThat(nodes).hasSize(3);
    assertThat(nodes).allMatch(node -> node.base().isPresent() && !node.is(NodeState.OTHER));
    assertThat(commands)
        .containsExactly(
            List.of(
                "scontrol",
                "update",
                "nodename=gpu-0",
                "state=drain",
                "reason=[user_problem] a test"));
  }

  @Test
  void readsAJobOfSlurm2511() throws Exception {
    server.on("/slurm/v0.0.44/jobs/", 200, wrapped("jobs", Recorded.text("v0.0.44_job.json")));

    SlurmJob job = client(44).jobs().getFirst();

    assertThat(job.id()).isEqualTo(8123);
    assertThat(job.nodeNames()).containsExactly("gpu-7", "gpu-3");
    assertThat(job.nodeCount()).hasValue(2);
    assertThat(job.arrayJobId()).hasValue(0);
    assertThat(job.arrayTaskId()).isEmpty();
    assertThat(job.userMail()).isEmpty();
    assertThat(job.endTime()).contains(Instant.ofEpochSecond(1767226045));
    assertThat(job.isTerminal()).isTrue();
  }

  @Test
  void readsTheJobsOfSlurm2205InTheSameForm() throws Exception {
    for (String version : List.of("37", "38")) {
      server.on(
          "/slurm/v0.0." + version + "/jobs", 200, Recorded.text("v0.0." + version + "_jobs.json"));

      List<SlurmJob> jobs = client(Integer.parseInt(version)).jobs();

      assertThat(jobs).extracting(SlurmJob::state).containsExactly("COMPLETING", "PENDING");
      SlurmJob first = jobs.getFirst();
      assertThat(first.nodes()).isEqualTo("node-a");
      assertThat(first.userName()).isEqualTo("root");
      assertThat(first.arrayJobId()).isEmpty();
      assertThat(first.arrayTaskId()).isEmpty();
      assertThat(first.memoryPerNode()).isEmpty();
      assertThat(first.tresAllocated()).isEqualTo("cpu=1,mem=2000M,node=1,billing=1");
      SlurmJob array = jobs.get(1);
      assertThat(array.arrayJobId()).isPresent();
      assertThat(array.arrayTaskId()).isNotEmpty();
      assertThat(array.startTime()).isEmpty();
    }
  }

  @Test
  @Scenario("soperator-checks-29")
  void readsCountersWithSumsBeyond32Bits() throws Exception {
    server.on("/slurm/v0.0.44/diag/", 200, Recorded.text("v0.0.44_diag.json"));

    Diag diag = client(44).diag();

    assertThat(diag.serverThreadCount()).hasValue(5);
    assertThat(diag.byMessage())
        .containsExactly(
            new Diag.ByMessage("REQUEST_PARTITION_INFO", 4400123, 8589934597L),
            new Diag.ByMessage("REQUEST_PING", 915, 70455));
    assertThat(diag.byUser()).containsExactly(new Diag.ByUser("mia", "1007", 4401038, 8590005052L));
  }

  @Test
  void readsTheCountersOfSlurm2205() throws Exception {
    server
        .on("/slurm/v0.0.38/diag", 200, Recorded.text("v0.0.38_diag.json"))
        .on("/slurm/v0.0.37/diag", 200, Recorded.text("v0.0.37_diag.json"));

    assertThat(client(38).diag().byMessage())
        .contains(new Diag.ByMessage("REQUEST_RECONFIGURE", 1, 12489));
    assertThat(client(37).diag().byMessage()).isEmpty();
    assertThat(client(37).diag().serverThreadCount()).hasValue(3);
  }

  @Test
  void readsJobsOfAccounting() throws Exception {
    server.on(
        "/slurmdb/v0.0.44/job/7",
        200,
        """
        {"jobs":[{"job_id":7,"name":"check","state":{"current":["RUNNING"],"reason":"None"},
          "time":{"submission":100,"start":160,"end":0,"limit":{"set":true,"infinite":false,"number":2}},
          "association":{"user":"alice","account":"a"},"nodes":"None assigned","allocation_nodes":0,
          "stdout":"raw","stdout_expanded":"/out","array":{"job_id":7,"task_id":{"set":false},"task":"1-5"},
          "tres":{"allocated":[{"type":"cpu","name":"","count":4},{"type":"mem","name":"","count":2048},
            {"type":"gres","name":"gpu","count":1}],"requested":[]},
          "required":{"CPUs":1,"memory_per_node":{"set":true,"number":64}}}],"errors":[]}
        """);

    SlurmJob job = client(44).accountingJob("7").getFirst();

    assertThat(job.state()).isEqualTo("RUNNING");
    assertThat(job.endTime()).contains(Instant.ofEpochSecond(280));
    assertThat(job.userName()).isEqualTo("alice");
    assertThat(job.userId()).isEmpty();
    assertThat(job.nodes()).isEmpty();
    assertThat(job.nodeCount()).isEmpty();
    assertThat(job.standardOutput()).isEqualTo("/out");
    assertThat(job.arrayTaskId()).isEqualTo("1-5");
    assertThat(job.tresAllocated()).isEqualTo("cpu=4,mem=2048M,gres/gpu=1");
  }

  @Test
  void queriesAccountingForATimeRange() throws Exception {
    server.on("/slurmdb/v0.0.44/jobs/", 200, "{\"jobs\":[],\"errors\":[]}");

    client(44).accountingJobs("c 1", Instant.ofEpochSecond(10), Instant.ofEpochSecond(20));

    assertThat(server.lines())
        .containsExactly(
            "GET /slurmdb/v0.0.44/jobs/?cluster=c%201&start_time=uts10&end_time=uts20"
                + "&disable_truncate_usage_time=true&skip_steps=true");
  }

  @Test
  void aJobMissingInAccountingIsNotAnError() throws Exception {
    server.on(
        "/slurmdb/v0.0.38/job/9",
        200,
        "{\"jobs\":[],\"errors\":[{\"description\":\"Nothing found\",\"error_number\":9003,"
            + "\"error\":\"Nothing found with query\"}]}");

    assertThat(client(38).accountingJob("9")).isEmpty();
  }

  // ---- what goes wrong

  @Test
  void anErrorInAResponseWithStatus200IsAnError() {
    server.on(
        "/slurm/v0.0.44/nodes/",
        200,
        "{\"nodes\":[],\"errors\":[{\"description\":\"no\",\"error\":\"Access denied\"}]}");

    assertThat(failure(() -> client(44).nodes()))
        .hasMessageContaining("no (Access denied)")
        .extracting(SlurmException::kind)
        .isEqualTo(Kind.REFUSED);
    assertThat(server.asked).hasSize(1);
  }

  @Test
  void aMissingNodeIsNotFoundButAnUnreadableResponseIsAnError() {
    server
        .on(
            "/slurm/v0.0.38/node/nope",
            500,
            "{\"errors\":[{\"error\":\"Invalid node name"
                + " specified\",\"errno\":2018}],\"nodes\":[]}")
        .breakingOff("/slurm/v0.0.38/node/half", "{\"nodes\":[{\"name\":\"half\",\"sta");

    assertThat(failure(() -> client(38).node("nope")).isNotFound()).isTrue();
    assertThat(server.asked).hasSize(1);
    assertThat(failure(() -> client(38).node("half")).kind()).isEqualTo(Kind.UNREADABLE);
  }

  @Test
  void retriesATruncatedResponse() throws Exception {
    server
        .on("/slurm/v0.0.38/nodes", 200, "{\"errors\":[],\"nodes\":[{\"name\":\"a\"")
        .breakingOff("/slurm/v0.0.38/nodes", "{\"errors\":[],\"nodes\":[")
        .on("/slurm/v0.0.38/nodes", 503, "busy")
        .on("/slurm/v0.0.38/nodes", 200, EMPTY);

    assertThat(client(38).nodes()).isEmpty();
    assertThat(clock.slept)
        .containsExactly(Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofMillis(1000));
  }

  @Test
  void stopsReadingAfterFourAttempts() {
    server.lost("/slurm/v0.0.38/nodes");

    assertThat(failure(() -> client(38).nodes()))
        .hasMessageContaining("GET http://slurm:6820/slurm/v0.0.38/nodes")
        .hasMessageContaining("connection reset")
        .hasMessageContaining("tried 4 times")
        .extracting(SlurmException::kind)
        .isEqualTo(Kind.UNREADABLE);
    assertThat(server.asked).hasSize(4);
  }

  @Test
  void doesNotRetryAChangeWhoseResponseIsLost() {
    server
        .lost("/slurm/v0.0.44/node/a")
        .on("/slurm/v0.0.44/node/b", 500, "oops")
        .lost("/slurm/v0.0.44/reconfigure/");
    SlurmClient client = client(44);

    assertThat(failure(() -> client.update("a", NodeUpdate.drain("r"))).kind())
        .isEqualTo(Kind.UNREADABLE);
    assertThat(failure(() -> client.update("b", NodeUpdate.drain("r"))).kind())
        .isEqualTo(Kind.UNREADABLE);
    assertThat(failure(client::reconfigure).kind()).isEqualTo(Kind.UNREADABLE);
    assertThat(server.asked).hasSize(3);
  }

  @Test
  void retriesAChangeThatABusyServerRejected() throws Exception {
    server.on("/slurm/v0.0.44/node/a", 429, "").on("/slurm/v0.0.44/node/a", 200, "");

    client(44).update("a", NodeUpdate.undrain());

    assertThat(server.asked).hasSize(2);
  }

  @Test
  void aNodeWithoutItsStateFailsTheWholeList() {
    server.on(
        "/slurm/v0.0.38/nodes",
        200,
        "{\"errors\":[],\"nodes\":[{\"name\":\"a\",\"state\":\"idle\"},{\"name\":\"b\"}]}");

    assertThatThrownBy(() -> client(38).nodes()).hasMessageContaining("node b has no state");
  }

  @Test
  void aNodeWithAReasonMustHaveATimestamp() {
    String node = "{\"name\":\"a\",\"state\":[\"IDLE\"],\"cluster_name\":\"\",\"instance_id\":\"\"";
    server.on("/slurm/v0.0.44/nodes/", 200, wrapped("nodes", node + ",\"reason\":\"bad disk\"}"));

    assertThatThrownBy(() -> client(44).nodes())
        .hasMessageContaining("node a has no reason_changed_at");
  }

  @Test
  void replacesARejectedTokenOnce() throws Exception {
    server
        .on("/slurm/v0.0.38/nodes", 401, "Authentication failure")
        .on("/slurm/v0.0.38/nodes", 200, EMPTY);
    var tokens = new Rotating();

    assertThat(
            RestSlurmClient.of(
                    env, "http://slurm:6820", "root", tokens, OptionalInt.of(38), Optional.empty())
                .nodes())
        .isEmpty();
    assertThat(server.asked)
        .extracting(r -> r.headers().get("X-SLURM-USER-TOKEN"))
        .containsExactly("token0", "token1");
  }

  private static final class Rotating implements SlurmTokens {
    private int issued;

    @Override
    public String token() {
      return "token" + issued;
    }

    @Override
    public boolean refused(String token) {
      issued++;
      return true;
    }
  }

  @Test
  void aTokenRejectedTwiceIsAnErrorThatDoesNotContainIt() {
    server.on("/slurm/v0.0.38/nodes", 401, "Authentication failure");

    assertThat(
            failure(
                () ->
                    RestSlurmClient.of(
                            env,
                            "http://slurm:6820",
                            "root",
                            SlurmTokens.fixed("hidden"),
                            OptionalInt.of(38),
                            Optional.empty())
                        .nodes()))
        .hasMessageContaining("HTTP 401: Authentication failure")
        .hasMessageNotContaining("hidden")
        .extracting(SlurmException::kind)
        .isEqualTo(Kind.UNAUTHENTICATED);
  }

  // ---- changes

  @Test
  void postsChangesWhereTheVersionTakesThem() throws Exception {
    server
        .on("/slurm/v0.0.44/node/a", 200, "")
        .on("/slurm/v0.0.44/reconfigure/", 200, "{\"errors\":[]}")
        .on("/slurm/v0.0.44/nodes/reboot", 200, "");
    SlurmClient client = client(44);

    client.update("a", NodeUpdate.drain("why").withComment("c"));
    client.reconfigure();
    client.reboot(
        new NodeReboot(List.of("a", "b"), true, false, NodeReboot.NextState.RESUME, "up", ""));

    assertThat(server.lines())
        .containsExactly(
            "POST /slurm/v0.0.44/node/a",
            "GET /slurm/v0.0.44/reconfigure/",
            "POST /slurm/v0.0.44/nodes/reboot");
    assertThat(new String(server.asked.getFirst().body(), StandardCharsets.UTF_8))
        .isEqualTo("{\"state\":[\"DRAIN\"],\"reason\":\"why\",\"comment\":\"c\"}");
    assertThat(new String(server.asked.getLast().body(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"nodes\":\"a,b\",\"asap\":true,\"next_state\":[\"RESUME\"],\"reason\":\"up\"}");
    assertThat(commands).isEmpty();
  }

  @Test
  void changesThroughScontrolWhereTheVersionCannot() throws Exception {
    SlurmClient client = client(38);

    client.update("a", NodeUpdate.drain("two words").withComment("c"));
    client.update("a", NodeUpdate.resume());
    client.reconfigure();

    assertThat(commands)
        .containsExactly(
            List.of(
                "scontrol", "update", "nodename=a", "state=drain", "reason=two words", "comment=c"),
            List.of("scontrol", "update", "nodename=a", "state=resume"),
            List.of("scontrol", "reconfigure"));
    assertThat(server.asked).isEmpty();
  }

  @Test
  void reportsTheErrorOfScontrol() {
    exitCode = 1;
    printed = "slurm_update error: Invalid node name specified\n";

    assertThat(failure(() -> client(38).update("a", NodeUpdate.undrain())))
        .hasMessageContaining("Invalid node name specified")
        .extracting(SlurmException::kind)
        .isEqualTo(Kind.NOT_FOUND);
  }

  @Test
  void rejectsChangesOnOlderVersionsWithoutScontrol() {
    SlurmClient client =
        RestSlurmClient.of(
            env,
            "http://slurm:6820",
            "root",
            SlurmTokens.NONE,
            OptionalInt.of(38),
            Optional.empty());

    assertThat(failure(() -> client.update("a", NodeUpdate.undrain())))
        .hasMessageContaining("v0.0.38")
        .hasMessageContaining("scontrol is not configured")
        .extracting(SlurmException::kind)
        .isEqualTo(Kind.UNSUPPORTED);
  }

  @Test
  void rejectsAnInvalidAddress() {
    assertThatThrownBy(() -> RestSlurmClient.of(env, "localhost:6820", SlurmTokens.NONE))
        .hasMessageContaining("must be http://host:port");
  }

  @Test
  void aCommandThatCannotBeRunIsAnError() {
    Env broken =
        new Env(
            env.clock(),
            env.timers(),
            env.tasks(),
            env.entropy(),
            env.files(),
            command -> {
              throw new IOException("No such file or directory");
            },
            env.api());

    assertThat(
            failure(
                () -> new Scontrol(broken, "scontrol", Collections.emptySortedMap()).reconfigure()))
        .hasMessageContaining("failed to run scontrol: No such file or directory");
  }
}
