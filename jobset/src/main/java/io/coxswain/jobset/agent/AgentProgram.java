package io.coxswain.jobset.agent;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Task;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import java.time.Duration;
import java.util.function.Function;

/** The start-up of the program, in order, and its end. */
public final class AgentProgram {
  public static final String NAME = "in-place-restart-agent";

  /** Shorter than the 30 s that a pod has by default to end. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final int SIGNALLED = 128;

  private final Env env;
  private final Manager manager;
  private final ExitDecision ending;
  private final Barrier barrier;
  private volatile Duration grace = Duration.ZERO;

  private AgentProgram(Env env, Manager manager, ExitDecision ending, Barrier barrier) {
    this.env = env;
    this.manager = manager;
    this.ending = ending;
    this.barrier = barrier;
  }

  /**
   * An agent that is ready to run, against the API server of the given world.
   *
   * @param output where everything goes that work prints which the agent itself starts
   */
  public static AgentProgram start(Env env, AgentSettings settings, Exec.Output output) {
    return start(
        env,
        settings,
        ending ->
            switch (settings.work()) {
              case AgentSettings.Work.Command work ->
                  new WorkerBarrier(env, work, settings.environment(), output, ending);
              case AgentSettings.Work.Probe probe ->
                  new ProbeBarrier(probe.path(), probe.port(), ending);
            });
  }

  static AgentProgram start(
      Env env, AgentSettings settings, Function<ExitDecision, Barrier> barriers) {
    Manager manager = manager(env, settings);
    var ending = new ExitDecision(env.tasks().newBell());
    Barrier barrier = barriers.apply(ending);
    manager
        .controller(NAME)
        .kind(JobSet.class)
        .watch(JobSet.class, watch -> watch.self())
        .workers(1)
        .backOff(Duration.ofMillis(5), Duration.ofSeconds(30))
        .reconcile(new AgentReconciler(manager.client(), settings, barrier, ending));
    return new AgentProgram(env, manager, ending, barrier);
  }

  /** Watches one JobSet and nothing else: there are as many agents as pods. */
  private static Manager manager(Env env, AgentSettings settings) {
    String name = settings.jobSet().name();
    return Manager.builder(env)
        .name(NAME)
        .host(settings.pod().name())
        .userAgent(NAME + "/v0.13.0 (coxswain)")
        .grace(Duration.ZERO)
        .cache(
            cache ->
                cache
                    .namespaces(settings.jobSet().namespace())
                    .kind(
                        JobSet.class,
                        kind -> kind.scope(scope -> scope.fields("metadata.name=" + name))))
        .build();
  }

  /**
   * Runs until there is a reason to end: the attempt is over, the work has ended, a signal. No work
   * is left behind.
   *
   * @return the exit code
   */
  public int run() throws ManagerException, CancelledException {
    Task stopping =
        env.tasks()
            .spawn(
                "end",
                () -> {
                  var _ = ending.await();
                  manager.stop();
                });
    try {
      manager.run();
    } finally {
      stopping.cancel();
      barrier.close(grace);
    }
    return ending.await();
  }

  /** Ends the agent as a program ends that does not catch the signal; its work is asked to end. */
  public void signalled(int signal) {
    grace = GRACE;
    ending.with(SIGNALLED + signal);
  }
}
