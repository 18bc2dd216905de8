package io.coxswain.slurm.checks.podephemeralstorage;

import static io.coxswain.slurm.checks.ChecksWorld.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Script;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.slurm.checks.ChecksWorld;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.simulated.SlurmFault;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddressBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodStorageScenarioTest {
  private static final ChecksWorld CHECKS =
      ChecksWorld.with("--controllers=podephemeralstoragecheck");
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final String PREFIX = "[user_problem] pod_ephemeral_storage ";

  private static void run(Script script) {
    CHECKS.simulation(script).run(1);
  }

  /** Two workers on one machine; the limit of each pod is 1000 bytes. */
  private static void begin(World world) throws Exception {
    begin(CHECKS, world);
  }

  private static void begin(ChecksWorld checks, World world) throws Exception {
    checks.machine(world, "m1", "worker-0", "worker-1");
    Node node = world.objects().fetch(Node.class, ObjectKey.of("m1"));
    node.getStatus()
        .setAddresses(
            List.of(
                new NodeAddressBuilder().withType("Hostname").withAddress("m1").build(),
                new NodeAddressBuilder().withType("InternalIP").withAddress("10.0.0.1").build()));
    world.objects().updateStatus(node);
    use(checks, world, "worker-0", 500);
    use(checks, world, "worker-1", 500);
  }

  private static void use(World world, String pod, long bytes) throws Exception {
    use(CHECKS, world, pod, bytes);
  }

  private static void use(ChecksWorld checks, World world, String pod, long bytes)
      throws Exception {
    Pod found = world.objects().fetch(Pod.class, ObjectKey.of(NAMESPACE, pod));
    checks.servers().use(found.getMetadata().getUid(), bytes);
  }

  private static List<Event> events(World world) throws Exception {
    return world.objects().list(Event.class, NAMESPACE).stream()
        .filter(event -> "HighEphemeralStorageUsage".equals(event.getReason()))
        .toList();
  }

  @Test
  @Scenario("soperator-checks-15")
  void aFullPodHasItsNodeDrainedUntilThereIsRoomAgain() {
    run(
        world -> {
          begin(world);
          world.run(PERIOD.multipliedBy(3));
          assertThat(events(world)).isEmpty();
          assertThat(CHECKS.slurm().updates()).isEmpty();

          use(world, "worker-0", 900);
          world.await("drained", () -> CHECKS.slurm().isDrained("worker-0"));
          assertThat(CHECKS.slurm().reason("worker-0"))
              .startsWith(PREFIX + "90.00% of ephemeral storage is used. ")
              .contains("ssh worker-0 /opt/soperator_utils/fs_usage.sh -l", "state=resume");
          assertThat(events(world))
              .singleElement()
              .satisfies(
                  event -> {
                    assertThat(event.getMetadata().getName())
                        .startsWith("worker-0-ephemeral-storage-");
                    assertThat(event.getType()).isEqualTo("Warning");
                    assertThat(event.getMessage())
                        .isEqualTo(
                            "Pod worker-0 in namespace soperator is using 90.00% of its ephemeral"
                                + " storage limit (900 bytes used, 1000 bytes limit)");
                    assertThat(event.getReportingComponent())
                        .isEqualTo("soperatorchecks.pod-ephemeral-storage-check");
                  });
          world.run(PERIOD.multipliedBy(5));
          assertThat(events(world)).hasSize(1);
          assertThat(events(world).getFirst().getCount()).isGreaterThan(3);
          assertThat(CHECKS.slurm().updates()).hasSize(1);

          use(world, "worker-0", 820);
          world.run(PERIOD.multipliedBy(5));
          assertThat(CHECKS.slurm().isDrained("worker-0")).isTrue();

          use(world, "worker-0", 790);
          CHECKS.slurm().drain("worker-1", "cables: ask Ann");
          world.await("resumed", () -> !CHECKS.slurm().isDrained("worker-0"));
          assertThat(CHECKS.slurm().updates().getLast()).isEqualTo("worker-0 RESUME");
          world.run(PERIOD.multipliedBy(5));
          assertThat(CHECKS.slurm().isDrained("worker-1")).isTrue();
          assertThat(CHECKS.slurm().updates()).hasSize(2);
        });
  }

  @Test
  void aNodeThatIsDrainedForAnotherReasonKeepsIt() {
    run(
        world -> {
          begin(world);
          CHECKS.slurm().run("long", Duration.ofHours(5), "COMPLETED", "worker-0");
          CHECKS.slurm().drain("worker-0", "[hardware_problem] gpu");
          use(world, "worker-0", 990);
          world.run(PERIOD.multipliedBy(5));
          assertThat(events(world)).isNotEmpty();
          use(world, "worker-0", 10);
          world.run(PERIOD.multipliedBy(5));
          assertThat(CHECKS.slurm().reason("worker-0")).isEqualTo("[hardware_problem] gpu");
          assertThat(CHECKS.slurm().updates()).isEmpty();
        });
  }

  @Test
  void aNodeIsNotResumedByAnOldList() {
    run(
        world -> {
          begin(world);
          use(world, "worker-0", 900);
          world.await("drained", () -> CHECKS.slurm().isDrained("worker-0"));
          use(world, "worker-0", 820);
          world.run(PERIOD.multipliedBy(2).plusSeconds(30));
          // Between two looks at the list somebody finds something worse.
          CHECKS.slurm().drain("worker-0", "[hardware_problem] gpu");
          use(world, "worker-0", 10);
          world.run(PERIOD.multipliedBy(5));
          assertThat(CHECKS.slurm().isDrained("worker-0")).isTrue();
        });
  }

  @Test
  void doesNotResumeANodeThatIsDrainedForReplacementBetweenItsReadAndItsUpdate() {
    var checks =
        ChecksWorld.with("--controllers=podephemeralstoragecheck,slurmapiclients,slurmnodes");
    checks
        .simulation(
            world -> {
              begin(checks, world);
              use(checks, world, "worker-0", 900);
              world.await("drained", () -> checks.slurm().isDrained("worker-0"));
              use(checks, world, "worker-0", 10);
              checks
                  .servers()
                  .delayNext("GET /slurm/v0.0.44/node/worker-0", Duration.ofMinutes(10));
              world.await("slow response", () -> checks.servers().isDelayed());

              ChecksWorld.mark(world, "m1", "NebiusMaintenanceScheduled", "True", "Scheduled");

              ChecksWorld.awaitMark(world, "m1", ConditionTypes.MAINTENANCE, "True/NodeDraining");
              world.run(Duration.ofMinutes(15));
              assertThat(checks.slurm().updates())
                  .filteredOn(update -> update.startsWith("worker-0 "))
                  .satisfies(
                      updates ->
                          assertThat(updates.getLast())
                              .isEqualTo(
                                  "worker-0 DRAIN [compute_maintenance] node replacement process"))
                  .as("no resume after the drain for replacement")
                  .filteredOn(update -> update.contains("compute_maintenance"))
                  .hasSize(1);
            })
        .run(1);
  }

  @Test
  void doesNothingIfUsageCannotBeRead() {
    run(
        world -> {
          begin(world);
          use(world, "worker-0", 900);
          CHECKS.servers().kubeletsDown(true);
          world.run(PERIOD.multipliedBy(10));
          assertThat(CHECKS.slurm().updates()).isEmpty();
          CHECKS.servers().kubeletsDown(false);
          for (SlurmFault fault : List.of(SlurmFault.TIME_OUT, SlurmFault.ERROR_BODY)) {
            CHECKS.servers().failFromNowOn(fault);
            world.run(PERIOD.multipliedBy(10));
            assertThat(CHECKS.slurm().updates()).isEmpty();
          }
          CHECKS.servers().mend();
          world.await("drained", () -> CHECKS.slurm().isDrained("worker-0"));
        });
  }

  @Test
  void oneListServesAllPodsOfAPeriod() {
    run(
        world -> {
          begin(world);
          for (int i = 2; i < 40; i++) {
            CHECKS.slurm().addNode("worker-" + i, "m1");
            ChecksWorld.pod(world, "worker-" + i, "m1");
            use(world, "worker-" + i, 100);
          }
          world.run(PERIOD.multipliedBy(10));
          long lists =
              CHECKS.servers().requests().stream().filter(r -> r.endsWith("/nodes/")).count();
          assertThat(
                  lists
                      + CHECKS.servers().requests().stream()
                          .filter(r -> r.endsWith("/nodes"))
                          .count())
              .isBetween(8L, 13L);
          assertThat(CHECKS.servers().requests()).hasSizeLessThan(20);
        });
  }

  @Test
  void survivesEveryFaultAtEveryWrite() {
    var life =
        CHECKS.simulation(
            world -> {
              begin(world);
              use(world, "worker-0", 900);
              world.await("drained", () -> CHECKS.slurm().isDrained("worker-0"));
              use(world, "worker-0", 100);
              world.await("resumed", () -> !CHECKS.slurm().isDrained("worker-0"));
              world.run(PERIOD.multipliedBy(3));
              assertThat(CHECKS.slurm().isDrained("worker-0")).isFalse();
            });

    var summary =
        Sweep.of(life, "checks")
            .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.SERVER_ERROR, Fault.CUT_WATCHES)
            .run();

    assertThat(summary.writes()).isPositive();
    assertThat(summary.failed()).isZero();
  }
}
