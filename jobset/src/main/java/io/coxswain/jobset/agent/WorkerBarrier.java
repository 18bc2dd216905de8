package io.coxswain.jobset.agent;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the work once lifted; when the work ends, the agent ends with its exit code. */
final class WorkerBarrier implements Barrier {
  private static final Logger log = LoggerFactory.getLogger(AgentProgram.class);

  private final Env env;
  private final AgentSettings.Work.Command work;
  private final SortedMap<String, String> environment;
  private final Exec.Output output;
  private final ExitDecision ending;
  private volatile @Nullable Worker worker;

  private record Worker(Exec.Running running, Task watching) {}

  /**
   * @param output where everything goes that the work prints
   */
  WorkerBarrier(
      Env env,
      AgentSettings.Work.Command work,
      SortedMap<String, String> environment,
      Exec.Output output,
      ExitDecision ending) {
    this.env = env;
    this.work = work;
    this.environment = environment;
    this.output = output;
    this.ending = ending;
  }

  @Override
  public void lift() {
    var command =
        new Exec.Command(
            List.of(work.shell(), "-c", work.line()), environment, Path.of("."), output);
    try {
      Exec.Running running = env.exec().start(command);
      log.atInfo().addKeyValue("pid", running.pid()).log("Barrier lifted, started worker process");
      worker =
          new Worker(
              running,
              env.tasks()
                  .spawn(
                      "worker",
                      () -> {
                        int code = running.await();
                        log.atInfo()
                            .addKeyValue("exitCode", code)
                            .log("exiting agent with same exit code of the worker command");
                        ending.with(code);
                      }));
    } catch (IOException e) {
      log.atError()
          .addKeyValue("shell", work.shell())
          .addKeyValue("err", e.getMessage())
          .log("Failed to start worker process; check that the shell exists in the image");
      ending.with(1);
    }
  }

  @Override
  public void close(Duration grace) throws CancelledException {
    Worker begun = worker;
    if (begun == null) {
      return;
    }
    if (grace.isPositive()) {
      begun.running().terminate();
      if (begun.watching().join(grace)) {
        return;
      }
      log.atWarn()
          .addKeyValue("gracePeriod", grace)
          .log("Worker process did not stop within the grace period, killing it");
    }
    begun.running().kill();
    begun.watching().join();
  }
}
