package io.coxswain.trainer.extension;

import static io.coxswain.trainer.TrainerWorld.TJ;
import static io.coxswain.trainer.TrainerWorld.awaitJobSet;
import static io.coxswain.trainer.TrainerWorld.job;
import static io.coxswain.trainer.TrainerWorld.jobSet;
import static io.coxswain.trainer.TrainerWorld.setSuspend;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.env.Clock;
import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.sim.Main;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.trainer.TrainerControllers;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.framework.EnforceMLPolicy;
import io.coxswain.trainer.framework.Plugin;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.TrainJobWatcher;
import io.coxswain.trainer.plugins.Plugins;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Plugins of others, and how many jobs are looked at at once. */
class ExtensionScenarioTest {

  @Test
  void aPluginOnTheClassPathTakesPart() {
    play(
        TrainerWorld::main,
        world -> {
          TrainJob job = job("trainer: {command: [go]}");
          job.getMetadata().setAnnotations(Map.of(AcmePlugin.ANNOTATION, "cuda"));
          world.objects().create(job);
          awaitJobSet(world);

          assertThat(
                  jobSet(world)
                      .orElseThrow()
                      .getSpec()
                      .getReplicatedJobs()
                      .getFirst()
                      .getTemplate()
                      .getSpec()
                      .getTemplate()
                      .getSpec()
                      .getContainers()
                      .getFirst()
                      .getEnv())
              .anyMatch(e -> e.getName().equals("ACME_PROFILER") && "cuda".equals(e.getValue()));
        });
  }

  @Test
  void aWatcherIsNotifiedOfEveryChangeOfAJob() {
    var heard = new ArrayList<String>();
    play(
        main(builder -> {}, clock -> new Listener(heard)),
        world -> {
          world.objects().create(job("suspend: true"));
          awaitJobSet(world);
          setSuspend(world, false);
          world.awaitSilence(Duration.ofMinutes(1));
          world.objects().delete(TrainJob.class, TJ);
          world.awaitSilence(Duration.ofMinutes(1));
        });

    assertThat(heard).startsWith("created suspended").contains("updated running");
    assertThat(heard).endsWith("deleted");
  }

  @Test
  void asManyJobsAreBuiltAtOnceAsTheConfigurationSays() {
    assertThat(mostAtOnce(builder -> {})).isEqualTo(1);
    assertThat(mostAtOnce(builder -> builder.workers("TrainJob.trainer.kubeflow.org", 3)))
        .isEqualTo(3);
    assertThat(mostAtOnce(builder -> builder.workers("TrainingRuntime.trainer.kubeflow.org", 3)))
        .isEqualTo(1);
  }

  @Test
  void metricsCarryTheNamesOfTheControllers() {
    var builder = new AtomicReference<ManagerBuilder>();
    var text = new AtomicReference<>("");
    play(
        main(builder::set, clock -> new Listener(new ArrayList<>())),
        world -> {
          world.objects().create(job(""));
          awaitJobSet(world);
          world.awaitSilence(Duration.ofMinutes(1));
          text.set(
              new String(requireNonNull(builder.get()).metrics().scrape(), StandardCharsets.UTF_8));
        });

    for (String controller :
        List.of(
            "trainjob_controller",
            "trainingruntime_controller",
            "clustertrainingruntime_controller")) {
      assertThat(text.get())
          .contains(
              "controller_runtime_reconcile_total{controller=\"" + controller + "\"",
              "controller_runtime_max_concurrent_reconciles{controller=\"" + controller + "\"}",
              "workqueue_adds_total{controller=\"" + controller + "\",name=\"" + controller + "\"");
    }
    assertThat(text.get()).contains("rest_client_requests_total");
  }

  /** Ten jobs, each of which takes ten seconds to build: how many were built together? */
  private static int mostAtOnce(Consumer<ManagerBuilder> how) {
    var slow = new AtomicReference<Slow>();
    play(
        main(
            how,
            clock -> {
              var plugin = new Slow(clock);
              slow.compareAndSet(null, plugin);
              return plugin;
            }),
        world -> {
          for (int i = 0; i < 10; i++) {
            TrainJob job = job("");
            job.getMetadata().setName("tj-" + i);
            world.objects().create(job);
          }
          world.await(
              "all JobSets", () -> world.objects().list(JobSet.class, "default").size() == 10);
        });
    return requireNonNull(slow.get()).most.get();
  }

  private static void play(Main main, Script script) {
    var _ =
        Simulation.named("extension")
            .given(TrainerWorld::install)
            .process("trainer", main)
            .script(script)
            .run(1);
  }

  private static Main main(Consumer<ManagerBuilder> how, Function<Clock, Plugin> plugin) {
    return env -> {
      ManagerBuilder builder = Manager.builder(env).name("trainer-controller-manager");
      how.accept(builder);
      Manager manager = builder.build();
      TrainerControllers.register(
          manager, Plugins.all(env.entropy().derive("plugins"), plugin.apply(env.clock())));
      manager.run();
    };
  }

  /** Writes down what it hears. */
  private record Listener(List<String> heard) implements TrainJobWatcher {
    @Override
    public String name() {
      return "Listener";
    }

    @Override
    public void changed(Event<TrainJob> event) {
      heard.add(
          switch (event) {
            case Event.Created<TrainJob> created -> "created " + state(created.object());
            case Event.Updated<TrainJob> updated -> "updated " + state(updated.object());
            case Event.Deleted<TrainJob> _ -> "deleted";
          });
    }

    private static String state(TrainJob job) {
      return Boolean.TRUE.equals(job.getSpec().getSuspend()) ? "suspended" : "running";
    }
  }

  /** Takes its time. */
  private static final class Slow implements EnforceMLPolicy {
    private final Clock clock;
    private final AtomicInteger now = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();

    private Slow(Clock clock) {
      this.clock = clock;
    }

    @Override
    public String name() {
      return "Slow";
    }

    @Override
    public void enforceMLPolicy(RuntimeInfo info, TrainJob job) {
      most.accumulateAndGet(now.incrementAndGet(), Math::max);
      clock.sleep(Duration.ofSeconds(10));
      now.decrementAndGet();
    }
  }
}
