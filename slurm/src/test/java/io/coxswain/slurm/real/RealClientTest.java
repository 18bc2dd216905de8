package io.coxswain.slurm.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coxswain.env.Env;
import io.coxswain.env.Http;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.NodeUpdate;
import io.coxswain.slurm.client.RestSlurmClient;
import io.coxswain.slurm.client.Scontrol;
import io.coxswain.slurm.client.SignedTokens;
import io.coxswain.slurm.client.SlurmClient;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmJob;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.client.SlurmTokens;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The client against a real Slurm 22.05. */
final class RealClientTest {
  private static RealSlurm slurm;

  private final Env env = Env.production();
  private final SlurmClient client = client(env, tokens(env));

  @BeforeAll
  static void start() throws Exception {
    slurm = RealSlurm.shared();
  }

  private static SlurmTokens tokens(Env env) {
    return new SignedTokens(env.clock(), env.entropy(), bypassCache -> slurm.key, "root");
  }

  private static SlurmClient client(Env env, SlurmTokens tokens) {
    return RestSlurmClient.of(
        env,
        slurm.server(),
        "root",
        tokens,
        OptionalInt.empty(),
        Optional.of(new Scontrol(env, "scontrol", slurm.environment())));
  }

  private static String shown(String node) throws Exception {
    return slurm.run("scontrol", "show", "node", node);
  }

  private static SlurmException failure(ThrowingCallable call) {
    return catchThrowableOfType(SlurmException.class, call);
  }

  @Test
  void slurmctldAcceptsTheRenderedConfigurationWithoutWarnings() throws Exception {
    assertThat(slurm.startLog).contains("slurmctld version 22.05.8 started on cluster demo");
    assertThat(slurm.startLog.lines().filter(line -> line.contains("error:")))
        .allMatch(RealClientTest::isOfThisMachine);
    assertThat(slurm.startLog.lines())
        .noneMatch(line -> line.matches("(?i).*(unrecognized|pars(e|ing) error|deprecated).*"));
    assertThat(slurm.run("scontrol", "show", "config"))
        .containsPattern("UnkillableStepTimeout\\s+= 600 sec")
        .containsPattern("SelectTypeParameters\\s+= CR_CORE_MEMORY,CR_CORE_DEFAULT_DIST_BLOCK");
  }

  /**
   * Errors that the configuration has no part in: the first start of a controller, Debian's missing
   * PMIx library, processes not tracked by cgroups, and room for nodes that are still to come.
   */
  private static boolean isOfThisMachine(String line) {
    return Stream.of(
            "Could not open ",
            "NOTE: Trying backup state save file",
            "No fed_mgr state file",
            "pmix",
            "If using PrologFlags=Contain for pam_slurm_adopt",
            "switches lack access to 1022 nodes")
        .anyMatch(line::contains);
  }

  @Test
  void negotiatesListsAndDrains() throws Exception {
    var asked = new ArrayList<Http.Request>();
    Env watched =
        env.withHttp(
            request -> {
              asked.add(request);
              return env.http().open(request);
            });
    SlurmClient mine = client(watched, tokens(env));

    List<SlurmNode> nodes = mine.nodes();

    assertThat(asked)
        .extracting(r -> r.uri().getPath())
        .containsExactly("/slurm/v0.0.44/ping/", "/openapi/v3", "/slurm/v0.0.38/nodes");
    assertThat(asked)
        .allSatisfy(
            r -> assertThat(r.headers()).containsKeys("X-SLURM-USER-NAME", "X-SLURM-USER-TOKEN"));
    assertThat(nodes).extracting(SlurmNode::name).containsExactly("worker-0", "worker-1");
    assertThat(nodes).allMatch(node -> node.base().isPresent() && !node.is(NodeState.OTHER));

    mine.update("worker-1", NodeUpdate.drain("[user_problem] a test"));
    assertThat(shown("worker-1")).contains("+DRAIN").contains("Reason=[user_problem] a test");
    SlurmNode drained = mine.node("worker-1");
    assertThat(drained.is(NodeState.DRAIN)).isTrue();
    assertThat(drained.reason()).isEqualTo("[user_problem] a test");
    assertThat(drained.reasonChangedAt()).isPresent();

    mine.update("worker-1", NodeUpdate.comment("seen by a test"));
    assertThat(shown("worker-1")).contains("Comment=seen by a test");
    mine.update("worker-1", NodeUpdate.undrain());
    assertThat(shown("worker-1")).doesNotContain("DRAIN");
    mine.update("worker-1", NodeUpdate.drain("again"));
    mine.update("worker-1", NodeUpdate.resume());
    assertThat(shown("worker-1")).doesNotContain("DRAIN");
    assertThat(mine.node("worker-1").comment()).isEqualTo("seen by a test");
  }

  @Test
  void reportsMissingObjects() {
    assertThat(failure(() -> client.node("nobody")).isNotFound()).isTrue();
    assertThat(failure(() -> client.update("nobody", NodeUpdate.undrain())).isNotFound()).isTrue();
  }

  @Test
  void seesAJobRunAndEndInControllerAndAccounting() throws Exception {
    assertThat(client.accountingJob("4711")).isEmpty();
    String id = slurm.submit("sleep 1");

    assertThat(client.jobs()).anyMatch(job -> Long.toString(job.id()).equals(id));
    slurm.await(
        "end of the job",
        () -> client.jobs().stream().anyMatch(job -> is(job, id) && job.isTerminal()));
    SlurmJob ended = client.jobs().stream().filter(job -> is(job, id)).findFirst().orElseThrow();
    assertThat(ended.state()).isEqualTo("COMPLETED");
    assertThat(ended.name()).isEqualTo("probe");
    assertThat(ended.userName()).isEqualTo("root");
    assertThat(ended.nodeNames()).hasSize(1);
    slurm.await(
        "record of the job",
        () -> client.accountingJob(id).stream().anyMatch(SlurmJob::isTerminal));
    SlurmJob record = client.accountingJob(id).getFirst();
    assertThat(record.state()).isEqualTo("COMPLETED");
    assertThat(record.nodes()).isEqualTo(ended.nodes());
    assertThat(record.endTime()).isPresent();
    Instant now = env.clock().now();
    slurm.await(
        "record in the list",
        () ->
            client.accountingJobs("demo", now.minusSeconds(3600), now.plusSeconds(300)).stream()
                .anyMatch(job -> is(job, id)));
  }

  private static boolean is(SlurmJob job, String id) {
    return Long.toString(job.id()).equals(id);
  }

  @Test
  void reconfiguresAndReadsCounters() throws Exception {
    client.ping();
    client.reconfigure();

    assertThat(client.restartsNodesOnReconfigure()).isFalse();
    slurm.await(
        "count of it",
        () ->
            client.diag().byMessage().stream()
                .anyMatch(row -> row.messageType().equals("REQUEST_RECONFIGURE")));
  }

  @Test
  void aWrongTokenIsAnErrorAndDrainsNoNode() throws Exception {
    SlurmClient wrong = client(env, SlurmTokens.fixed("eyJ.not.ours"));

    SlurmException failure = failure(wrong::nodes);

    assertThat(failure).hasMessageContaining("a refused token may look like this");
    assertThat(failure).hasMessageNotContaining("eyJ.not.ours");
    assertThat(failure.isNotFound()).isFalse();
    slurm.requireNobodyDrained();
  }

  @Test
  void aTokenOfAReplacedKeyIsReplaced() throws Exception {
    var keys = new ArrayList<>(List.of(new byte[] {1, 2, 3}));
    var tokens =
        new SignedTokens(
            env.clock(),
            env.entropy(),
            bypassCache -> {
              if (bypassCache) {
                keys.set(0, slurm.key);
              }
              return keys.getFirst();
            },
            "root");

    assertThat(client(env, tokens).nodes()).hasSize(2);
  }

  @Test
  void aDeadServerIsAnErrorAndComesBack() throws Exception {
    assertThat(client.nodes()).hasSize(2);
    slurm.killRest();
    try {
      SlurmException failure = failure(client::nodes);
      assertThat(failure.kind()).isEqualTo(SlurmException.Kind.UNREADABLE);
      assertThat(failure).hasMessageContaining("tried 4 times");
    } finally {
      slurm.startRest();
    }

    assertThat(client.nodes()).hasSize(2);
    slurm.requireNobodyDrained();
  }

  @Test
  void retriesTruncatedResponsesAndServerErrors() throws Exception {
    var calls = new ArrayList<String>();
    Http faulty =
        request -> {
          Http.Answer answer = env.http().open(request);
          byte[] body = answer.body().readAllBytes();
          if (!request.uri().getPath().endsWith("/nodes")) {
            return new Http.Answer(answer.status(), new ByteArrayInputStream(body));
          }
          calls.add(request.uri().getPath());
          return switch (calls.size()) {
            case 1 ->
                new Http.Answer(
                    200, new ByteArrayInputStream(Arrays.copyOf(body, body.length / 2)));
            case 2 -> new Http.Answer(503, new ByteArrayInputStream(new byte[0]));
            default -> new Http.Answer(answer.status(), new ByteArrayInputStream(body));
          };
        };

    assertThat(client(env.withHttp(faulty), tokens(env)).nodes()).hasSize(2);
    assertThat(calls).hasSize(3);
    slurm.requireNobodyDrained();
  }
}
