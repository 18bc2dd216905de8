package io.coxswain.kube.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.host.controllers.Descriptors;
import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.kube.host.options.HostOptions;
import io.coxswain.kube.host.options.LabelAllowLists;
import io.coxswain.kube.host.serving.BaseHandler;
import io.coxswain.kube.host.shared.Logging;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.health.Check;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.rest.Rest;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several instances, of which one leads. */
class ElectionScenarioTest {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration RETRY = Duration.ofSeconds(2);

  private static int transitions(World world) throws ApiException {
    return world.objects().fetch(Lease.class, Worlds.LEASE).getSpec().getLeaseTransitions();
  }

  private static List<String> electionEvents(World world) throws ApiException {
    return world.objects().list(Event.class, "kube-system").stream()
        .filter(event -> event.getReason().equals("LeaderElection"))
        .map(event -> event.getMessage().replaceAll("_[0-9a-f-]+", ""))
        .toList();
  }

  @Test
  void leadsAndReleasesTheLeaseWhenTerminated() {
    var one = new SimulatedManager("one");
    Worlds.of("start and stop", one)
        .script(
            world -> {
              Worlds.createNamespace(world, "work");
              world.await("an account", () -> Worlds.furnished(world, "work"));
              assertThat(Worlds.holder(world)).startsWith("one_");

              one.terminate();
              world.await("the end", () -> one.exitCode() != null, Duration.ofSeconds(20));
              assertThat(one.exitCode()).isZero();
              assertThat(Worlds.holder(world)).isEmpty();
              assertThat(one.serves()).isFalse();
            })
        .run(1);
  }

  @Test
  @Scenario("kcm-host-12")
  void hasOneLeaderAtATimeAndCountsTheChanges() {
    var one = new SimulatedManager("one");
    var two = new SimulatedManager("two");
    Worlds.of("two instances", one, two)
        .script(
            world -> {
              world.await("a leader", () -> !Worlds.holder(world).isEmpty());
              world.run(Duration.ofMinutes(1));
              SimulatedManager first = Worlds.holder(world).startsWith("one_") ? one : two;
              SimulatedManager second = first == one ? two : one;
              assertThat(transitions(world)).isZero();
              assertThat(first.api.writesTo("/namespaces/default/serviceaccounts")).hasSize(1);
              assertThat(second.api.writesTo("/serviceaccounts")).isEmpty();

              world.kill(first.host);
              world.await(
                  "the other leads", () -> Worlds.holder(world).startsWith(second.host + "_"));
              assertThat(transitions(world)).isEqualTo(1);

              world.restart(first.host);
              world.run(Duration.ofMinutes(1));
              assertThat(Worlds.holder(world)).startsWith(second.host + "_");
              second.terminate();
              world.await("back again", () -> Worlds.holder(world).startsWith(first.host + "_"));
              assertThat(transitions(world)).isEqualTo(2);
              world.run(Duration.ofSeconds(20));
              assertThat(electionEvents(world))
                  .contains(first.host + " became leader", second.host + " became leader");
            })
        .run(1);
  }

  @Test
  @Scenario("kcm-host-13")
  void anotherReplicaTakesOverWhenKilled() {
    var one = new SimulatedManager("one");
    var two = new SimulatedManager("two");
    Worlds.of("killed", one)
        .script(
            world -> {
              world.await("a leader", () -> Worlds.holder(world).startsWith("one_"));
              world.start("two", two::main);
              world.run(Duration.ofMinutes(1));
              world.kill("one");
              Instant killed = world.now();
              Worlds.createNamespace(world, "work");

              world.await("another leader", () -> Worlds.holder(world).startsWith("two_"));
              Duration without = Duration.between(killed, world.now());
              // A try comes at most 2.2 retry periods after the one before.
              assertThat(without).isLessThan(LEASE.plus(RETRY.multipliedBy(22).dividedBy(10)));
              world.await("it works", () -> Worlds.furnished(world, "work"), Duration.ofSeconds(5));
            })
        .run(1);
  }

  @Test
  void anotherReplicaTakesOverAtOnceWhenTerminated() {
    var one = new SimulatedManager("one");
    var two = new SimulatedManager("two");
    Worlds.of("terminated", one)
        .script(
            world -> {
              world.await("a leader", () -> Worlds.holder(world).startsWith("one_"));
              world.start("two", two::main);
              world.run(Duration.ofMinutes(1));
              one.terminate();
              Instant told = world.now();

              world.await("another leader", () -> Worlds.holder(world).startsWith("two_"));
              assertThat(Duration.between(told, world.now())).isLessThan(Duration.ofSeconds(5));
            })
        .run(1);
  }

  @Test
  @Scenario("kcm-host-14")
  void endsWhenItCannotRenewItsLease() {
    var one = new SimulatedManager("one");
    try (var logs = new Logs()) {
      Worlds.of("cut off", one)
          .script(
              world -> {
                world.await("a leader", () -> Worlds.holder(world).startsWith("one_"));
                world.run(Duration.ofMinutes(1));
                Instant cut = world.now();
                one.api.cut = true;

                world.await("the end", () -> one.exitCode() != null, Duration.ofMinutes(1));
                assertThat(one.exitCode()).isEqualTo(1);
                assertThat(Duration.between(cut, world.now()))
                    .isBetween(Duration.ofSeconds(8), Duration.ofSeconds(11));
                assertThat(logs.lines()).contains("leaderelection lost");
              })
          .run(1);
    }
  }

  @Test
  @Scenario("kcm-host-15")
  void isUnhealthyIfItDoesNotRenewItsLease() {
    var api = new ObservedApi();
    var paths = new AtomicReference<BaseHandler>();
    var options = new HostOptions(Descriptors.names(Descriptors.all()));
    io.coxswain.sim.Simulation.named("stuck")
        .network(io.coxswain.sim.Network.PROMPT)
        .process(
            "one",
            outer -> {
              // The program would end itself; here losing the lease does nothing.
              Env env = outer.withApi(api.around(outer.clock(), outer.api()));
              var metrics = new Metrics();
              var rest = new Rest(env, "test", metrics.client("test"));
              var elections =
                  new Elections(
                      env, options.generic.election, rest, new Events(env, rest), metrics, "one");
              var handler =
                  new BaseHandler(
                      options,
                      FeatureGates.byDefault(),
                      metrics,
                      new TreeMap<>(),
                      Logging.shared(),
                      LabelAllowLists.of(new TreeMap<>()),
                      env);
              var check = new TreeMap<String, Check>();
              check.put("leaderElection", () -> elections.check(Duration.ofSeconds(20)));
              handler.healthz(check);
              paths.set(handler);
              elections.compete("kube-controller-manager", () -> {}, () -> {});
              env.clock().sleep(Duration.ofDays(1));
            })
        .script(
            world -> {
              world.await("a leader", () -> Worlds.holder(world).startsWith("one_"));
              world.run(Duration.ofSeconds(30));
              assertThat(health(paths).status()).isEqualTo(200);

              api.hangs = true;
              world.run(LEASE.plusSeconds(17));
              assertThat(health(paths).status()).isEqualTo(200);
              world.run(Duration.ofSeconds(4));
              assertThat(health(paths).status()).isEqualTo(500);
              assertThat(health(paths).text())
                  .isEqualTo("[-]leaderElection failed: reason withheld\nhealthz check failed\n");
            })
        .run(1);
  }

  private static EndpointResponse health(AtomicReference<BaseHandler> paths) {
    return Objects.requireNonNull(paths.get())
        .mux()
        .answer(
            new io.coxswain.runtime.http.Request(
                "GET", "/healthz", new TreeMap<>(), new TreeMap<>(), new byte[0]));
  }

  @Test
  @Scenario("kcm-host-16")
  void isHealthyWhileOnStandby() {
    var one = new SimulatedManager("one");
    var two = new SimulatedManager("two");
    Worlds.of("standby", one)
        .script(
            world -> {
              world.await("a leader", () -> Worlds.holder(world).startsWith("one_"));
              world.start("two", two::main);
              world.run(Duration.ofMinutes(2));

              assertThat(two.get("/healthz").status()).isEqualTo(200);
              assertThat(two.get("/healthz?verbose").text())
                  .isEqualTo("[+]leaderElection ok\nhealthz check passed\n");
              assertThat(two.get("/readyz").status()).isEqualTo(200);
            })
        .run(1);
  }

  // ---- taking over --------------------------------------------------------------------------

  private static <T> T read(Class<T> type, String yaml) throws IOException {
    return Json.yamlMapper().readValue(yaml, type);
  }

  private static Deployment deployment() throws IOException {
    return read(
        Deployment.class,
        """
        metadata: {name: web, namespace: default}
        spec:
          replicas: 10
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: c, image: nginx}]}
        """);
  }

  /** Killed after so many of its writes, the leader leaves work half done. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9, 14})
  void createsNothingTwiceWhenTheLeaderIsKilled(int writes) {
    var one = new SimulatedManager("one", "--secure-port=0");
    var two = new SimulatedManager("two", "--secure-port=0");
    Worlds.of("killed at work", one)
        .script(
            world -> {
              world.await("a leader", () -> Worlds.holder(world).startsWith("one_"));
              world.start("two", two::main);
              world.run(Duration.ofMinutes(1));
              int before = world.writes("one");
              var _ = world.objects().create(deployment());
              world.await("some writes", () -> world.writes("one") >= before + writes);
              world.kill("one");

              world.await("another leader", () -> Worlds.holder(world).startsWith("two_"));
              world.await(
                  "all pods", () -> world.objects().list(Pod.class, "default").size() >= 10);
              world.awaitSilence(Duration.ofMinutes(1));
              assertThat(world.objects().list(Pod.class, "default")).hasSize(10);
              assertThat(world.objects().list(ReplicaSet.class, "default")).hasSize(1);
            })
        .run(1);
  }

  @Test
  void writesNothingButItsLeaseWhenItTakesOverASettledCluster() {
    var one = new SimulatedManager("one", "--secure-port=0");
    var two = new SimulatedManager("two", "--secure-port=0");
    Worlds.of("settled", one)
        .script(
            world -> {
              var _ = world.objects().create(deployment());
              world.await(
                  "all pods", () -> world.objects().list(Pod.class, "default").size() == 10);
              world.awaitSilence(Duration.ofMinutes(2));
              world.start("two", two::main);
              one.terminate();
              world.await("another leader", () -> Worlds.holder(world).startsWith("two_"));
              world.run(Duration.ofMinutes(5));

              var paths = new TreeSet<String>();
              two.api.calls.stream()
                  .filter(ObservedApi.Call::isWrite)
                  .forEach(call -> paths.add(call.request().path()));
              assertThat(paths)
                  .containsExactly(
                      "/api/v1/namespaces/kube-system/events",
                      "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/"
                          + "kube-controller-manager");
            })
        .run(1);
  }

  // ---- leader migration ---------------------------------------------------------------------

  private static SimulatedManager migrating(String host, String component, String... more) {
    var manager =
        new SimulatedManager(
            host,
            "--secure-port=0",
            "--enable-leader-migration",
            "--leader-migration-config=/etc/migration.yaml",
            "--allocate-node-cidrs",
            "--cluster-cidr=10.244.0.0/16");
    manager.flags.addAll(List.of(more));
    manager.files.put(
        "/etc/migration.yaml",
        """
        apiVersion: controllermanager.config.k8s.io/v1
        kind: LeaderMigrationConfiguration
        leaderName: ipam-migration
        controllerLeaders:
        - {name: node-ipam-controller, component: %s}
        """
            .formatted(component)
            .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return manager;
  }

  private static void createNode(World world, String name) throws Exception {
    var _ =
        world
            .objects()
            .create(
                read(
                    io.fabric8.kubernetes.api.model.Node.class,
                    "metadata: {name: %s}".formatted(name)));
  }

  private static boolean hasRange(World world, String node) throws ApiException {
    return world
            .objects()
            .fetch(io.fabric8.kubernetes.api.model.Node.class, ObjectKey.of(node))
            .getSpec()
            .getPodCIDR()
        != null;
  }

  @Test
  @Scenario({"kcm-host-30", "kcm-host-31"})
  void runsMigratedControllersUnderTheSecondLock() {
    var one = migrating("one", "kube-controller-manager");
    Worlds.of("second lock", one)
        .before(
            world ->
                // Somebody else holds the second lock, and goes on doing so.
                world
                    .objects()
                    .create(
                        read(
                            Lease.class,
                            """
                            metadata: {name: ipam-migration, namespace: kube-system}
                            spec: {holderIdentity: other, leaseDurationSeconds: 600}
                            """)))
        .script(
            world -> {
              createNode(world, "n1");
              Worlds.createNamespace(world, "work");
              world.await("the main controllers", () -> Worlds.furnished(world, "work"));
              world.run(Duration.ofMinutes(5));
              assertThat(hasRange(world, "n1")).isFalse();
              assertThat(Worlds.holder(world)).startsWith("one_");

              world
                  .objects()
                  .edit(
                      Lease.class,
                      ObjectKey.of("kube-system", "ipam-migration"),
                      lease -> lease.getSpec().setHolderIdentity(""));
              world.await("a range", () -> hasRange(world, "n1"), Duration.ofSeconds(10));
              assertThat(Worlds.holder(world, "ipam-migration")).isEqualTo(Worlds.holder(world));
            })
        .run(1);
  }

  @Test
  void doesNotRunWhatBelongsToAnotherProgram() {
    var one = migrating("one", "cloud-controller-manager");
    Worlds.of("not ours", one)
        .script(
            world -> {
              createNode(world, "n1");
              Worlds.createNamespace(world, "work");
              world.await("the main controllers", () -> Worlds.furnished(world, "work"));
              world.run(Duration.ofMinutes(5));
              assertThat(hasRange(world, "n1")).isFalse();
              assertThat(Worlds.holder(world, "ipam-migration")).startsWith("one_");
            })
        .run(1);
  }

  /** How often the manager gave the node a range; it may also have tainted it. */
  private static long ranges(SimulatedManager manager, String node) {
    return manager.api.writesTo("/nodes/" + node).stream()
        .filter(call -> new String(call.request().body(), UTF_8).contains("podCIDR"))
        .count();
  }

  /** One program gives a controller up, another that waited for it takes it. */
  @Test
  void movesAControllerToAnotherProgramWithoutAGap() {
    var old = migrating("old", "kube-controller-manager");
    var next =
        migrating(
            "next",
            "'*'",
            "--leader-elect-resource-name=next-controller-manager",
            "--controllers=node-ipam-controller");
    Worlds.of("migration", old)
        .script(
            world -> {
              createNode(world, "n1");
              world.await("a range", () -> hasRange(world, "n1"));
              world.start("next", next::main);
              world.run(Duration.ofMinutes(1));
              assertThat(Worlds.holder(world, "next-controller-manager")).startsWith("next_");
              assertThat(Worlds.holder(world, "ipam-migration")).startsWith("old_");
              assertThat(next.api.writesTo("/nodes")).isEmpty();

              Instant told = world.now();
              old.terminate();
              createNode(world, "n2");
              world.await("the one ends", () -> old.exitCode() != null);
              createNode(world, "n3");
              world.await("ranges", () -> hasRange(world, "n2") && hasRange(world, "n3"));
              assertThat(Duration.between(told, world.now())).isLessThan(Duration.ofSeconds(6));
              world.run(Duration.ofSeconds(1));
              assertThat(next.api.writesTo("/nodes/n1")).isEmpty();
              assertThat(next.api.writesTo("/nodes/n3")).hasSize(1);
              assertThat(ranges(old, "n2") + ranges(next, "n2")).isEqualTo(1);
              assertThat(
                      world.objects().list(io.fabric8.kubernetes.api.model.Node.class, "").stream()
                          .map(node -> node.getSpec().getPodCIDR()))
                  .doesNotHaveDuplicates()
                  .hasSize(3);
            })
        .run(1);
  }
}
