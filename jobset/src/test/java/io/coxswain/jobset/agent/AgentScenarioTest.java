package io.coxswain.jobset.agent;

import static io.coxswain.jobset.agent.Crew.PODS;
import static io.coxswain.jobset.agent.Crew.attempts;
import static io.coxswain.jobset.agent.Crew.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.jobset.label.Keys;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Agents and the controller together, in four pods. */
class AgentScenarioTest {
  private static final String IN_PLACE = "maxRestarts: 20, restartStrategy: InPlaceRestart";
  private static final int SEEDS = 3;

  private final Crew crew = new Crew();

  @Test
  void whenOneFailsAllStartAgainTogether() {
    play(
        "one fails",
        PODS,
        world -> {
          Crew.create(world, "", IN_PLACE);
          world.await("all to work", crew::areAllWorking);
          assertThat(status(world).getCurrentInPlaceRestartAttempt()).isZero();
          assertThat(status(world).getPreviousInPlaceRestartAttempt()).isNull();

          crew.exit("pod-2", 3);
          world.await("the failure", () -> !crew.exits.isEmpty());
          world.await("all to work again", crew::areAllWorking);

          assertThat(crew.exits.getFirst()).isEqualTo("pod-2 3");
          assertThat(crew.exits)
              .containsExactlyInAnyOrder("pod-2 3", "pod-0 42", "pod-1 42", "pod-3 42");
          assertThat(attempts(world).values()).hasSize(4).containsOnly("1");
          assertThat(status(world).getCurrentInPlaceRestartAttempt()).isEqualTo(1);
          assertThat(status(world).getPreviousInPlaceRestartAttempt()).isZero();
        });
  }

  @Test
  void noWorkerStartsBeforeTheLastPodArrives() {
    play(
        "one is late",
        PODS.subList(0, 3),
        world -> {
          Crew.create(world, "", IN_PLACE);
          world.run(Duration.ofMinutes(5));
          assertThat(attempts(world)).hasSize(3);
          assertThat(crew.working).isEmpty();
          assertThat(crew.exits).isEmpty();

          world.start("pod-3", crew.agent("pod-3"));

          world.await("all to work", crew::areAllWorking);
          assertThat(crew.exits).isEmpty();
        });
  }

  @Test
  void doesNotRestartCompletedWorkers() {
    play(
        "done",
        PODS,
        world -> {
          Crew.create(world, "", IN_PLACE);
          world.await("all to work", crew::areAllWorking);

          PODS.forEach(pod -> crew.exit(pod, 0));
          world.await("all to end", () -> crew.exits.size() == 4);
          world.run(Duration.ofMinutes(5));

          assertThat(crew.exits)
              .containsExactlyInAnyOrder("pod-0 0", "pod-1 0", "pod-2 0", "pod-3 0");
          assertThat(attempts(world).values()).containsOnly("0");
        });
  }

  @Test
  void theAnnotationIsOwnedByTheAgent() {
    play(
        "owner",
        PODS,
        world -> {
          Crew.create(world, "", IN_PLACE);
          world.await("all to work", crew::areAllWorking);

          Pod pod = world.objects().fetch(Pod.class, ObjectKey.of("default", "pod-0"));
          assertThat(pod.getMetadata().getManagedFields())
              .filteredOn(entry -> entry.getManager().equals("in-place-restart-agent"))
              .singleElement()
              .satisfies(
                  entry -> {
                    assertThat(entry.getOperation()).isEqualTo("Apply");
                    assertThat(entry.getFieldsV1().getAdditionalProperties().toString())
                        .contains("f:" + Keys.IN_PLACE_RESTART_ATTEMPT);
                  });
        });
  }

  @Test
  void doesNotWaitForOthersWhenDisabled() {
    play(
        "disabled",
        List.of("pod-1"),
        world -> {
          Crew.create(world, Keys.DISABLE_IN_PLACE_RESTART + ": ''", IN_PLACE);

          world.await("one to work", () -> crew.working.contains("pod-1"));
          assertThat(attempts(world)).isEmpty();
        });
  }

  @Test
  void doesNotWaitForOthersWithAnotherStrategy() {
    play(
        "recreated",
        List.of("pod-1"),
        world -> {
          Crew.create(world, "", "maxRestarts: 3, restartStrategy: Recreate");

          world.await("one to work", () -> crew.working.contains("pod-1"));
          assertThat(attempts(world)).isEmpty();
        });
  }

  @Test
  void disablingReleasesWaitingWorkers() {
    play(
        "disabled late",
        PODS.subList(0, 2),
        world -> {
          Crew.create(world, "", IN_PLACE);
          world.await("two to wait", () -> attempts(world).size() == 2);
          assertThat(crew.working).isEmpty();

          world
              .objects()
              .edit(
                  JobSet.class,
                  Crew.JS,
                  js ->
                      js.getMetadata()
                          .setAnnotations(Map.of(Keys.DISABLE_IN_PLACE_RESTART, "true")));

          world.await("two to work", () -> crew.working.size() == 2);
        });
  }

  @Test
  void ignoresAnotherJobSetOfTheSameName() {
    play(
        "another",
        PODS,
        world -> {
          Crew.create(world, "", IN_PLACE);
          world.await("all to work", crew::areAllWorking);

          world.objects().delete(JobSet.class, Crew.JS);
          JobSet other = world.objects().create(Crew.jobSet("", IN_PLACE));
          var status = new JobSetStatus();
          status.setRestarts(0);
          status.setPreviousInPlaceRestartAttempt(5);
          other.setStatus(status);
          world.objects().updateStatus(other);
          world.run(Duration.ofMinutes(5));

          assertThat(crew.working).containsExactlyElementsOf(PODS);
          assertThat(crew.exits).isEmpty();
        });
  }

  @Test
  void aSignalStopsAgentAndWorker() {
    var agent = new AtomicReference<AgentProgram>();
    var code = new AtomicInteger(-1);
    play(
        "signal",
        List.of(),
        world -> {
          Crew.create(world, Keys.DISABLE_IN_PLACE_RESTART + ": ''", IN_PLACE);
          code.set(-1);
          world.start(
              "pod-1",
              env -> {
                AgentProgram started = crew.start(env, "pod-1");
                agent.set(started);
                code.set(started.run());
              });
          world.await("it to work", () -> crew.working.contains("pod-1"));

          Objects.requireNonNull(agent.get()).signalled(15);

          world.await("the end", () -> code.get() >= 0, Duration.ofSeconds(1));
          assertThat(code).hasValue(143);
        });
  }

  /** Whatever befalls an agent, all work in the end, and never at different attempts. */
  @Test
  void agentsConvergeWithAFaultInAnyOfThem() {
    var simulation =
        crew.simulation(
            "faults",
            PODS,
            world -> {
              Crew.create(world, "", IN_PLACE);
              world.await("all to work", () -> areTogether(world));
              crew.exit("pod-2", 3);
              world.await("the failure", () -> crew.exits.contains("pod-2 3"));
              world.await("all to work again", () -> areTogether(world));
              world.awaitSilence(Duration.ofMinutes(2));

              assertThat(areTogether(world)).isTrue();
              assertThat(status(world).getCurrentInPlaceRestartAttempt()).isBetween(1, 4);
            });

    for (String process : List.of("pod-0", "pod-2", "jobset")) {
      for (Fault fault : Fault.values()) {
        for (int write = 1; write <= 3; write++) {
          simulation.run(write, FaultPlan.NONE.with(process, write, fault));
        }
      }
    }
  }

  private boolean areTogether(World world) throws Exception {
    return crew.areAllWorking() && new TreeSet<>(attempts(world).values()).size() == 1;
  }

  private void play(String name, List<String> agents, Crew.Play play) {
    var simulation = crew.simulation(name, agents, play);
    for (int seed = 1; seed <= SEEDS; seed++) {
      simulation.run(seed);
    }
  }
}
