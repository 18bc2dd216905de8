package io.coxswain.sim;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Exec;
import io.coxswain.env.Sockets;
import io.coxswain.env.Task;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts in place of programs, as tasks of the process that starts them; they end with it.
 */
final class ScriptedExec implements Exec {
  private final Baton baton;
  private final SeededTasks tasks;
  private final Function<Command, @Nullable ScriptedProgram> programs;
  private final SimulatedSockets sockets;
  private long pids = 100;

  /**
   * @param programs the script of a command; null for a program that is not installed
   * @param sockets the network of the host on which the programs run
   */
  ScriptedExec(
      Baton baton,
      SeededTasks tasks,
      Function<Command, @Nullable ScriptedProgram> programs,
      SimulatedSockets sockets) {
    this.baton = baton;
    this.tasks = tasks;
    this.programs = programs;
    this.sockets = sockets;
  }

  @Override
  public Running start(Command command) throws IOException {
    baton.checkAlive();
    ScriptedProgram program = programs.apply(command);
    if (program == null) {
      throw new IOException("no program " + command.arguments().getFirst() + " in this world");
    }
    var running = new Child(++pids, command);
    running.task = tasks.start("program " + running.pid, () -> running.run(program));
    return running;
  }

  private final class Child implements Running, ScriptedProgram.Invocation {
    private final long pid;
    private final Command command;
    private final SimulatedSockets own = sockets.ofProgram();
    private @Nullable Task task;
    private int exitCode;
    private boolean over;
    private boolean stubborn;
    private boolean terminationAsked;

    Child(long pid, Command command) {
      this.pid = pid;
      this.command = command;
    }

    void run(ScriptedProgram program) throws Exception {
      int code = 137;
      try {
        code = program.run(this);
      } catch (CancelledException e) {
        code = 143;
      } finally {
        end(code);
      }
    }

    private void end(int code) {
      if (!over) {
        over = true;
        own.closeListeners();
        exitCode = code;
      }
    }

    private SeededTask task() {
      return (SeededTask) java.util.Objects.requireNonNull(task);
    }

    @Override
    public long pid() {
      return pid;
    }

    @Override
    public boolean isAlive() {
      return !over;
    }

    @Override
    public int await() throws CancelledException {
      task().join();
      return exitCode;
    }

    @Override
    public void terminate() {
      baton.checkAlive();
      if (over) {
        return;
      }
      terminationAsked = true;
      if (!task().started()) {
        kill();
        exitCode = 143;
      } else if (!stubborn) {
        task().cancel();
      }
    }

    @Override
    public void kill() {
      baton.checkAlive();
      end(137);
      baton.doom(task(), new ProcessKilled("program " + pid));
    }

    @Override
    public Command command() {
      return command;
    }

    @Override
    public Sockets sockets() {
      return own;
    }

    @Override
    public void print(String line) {
      baton.checkAlive();
      byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
      command.output().accept(bytes, bytes.length);
    }

    @Override
    public void work(Duration time) throws CancelledException {
      if (time.isPositive()) {
        baton.await(time.toNanos());
      } else {
        tasks.pause();
      }
    }

    @Override
    public void ignoreTermination() {
      stubborn = true;
    }

    @Override
    public boolean terminationAsked() {
      return terminationAsked;
    }
  }
}
