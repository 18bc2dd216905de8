package io.coxswain.env;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs programs as child processes, which end with this process in every case. */
final class LocalExec implements Exec {
  /** How long to read output after the end of a program whose children keep the pipe open. */
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

  /** The page size of Linux on common hardware. */
  private static final long PAGE = 4096;

  private final ChildProcessReaper guard = new ChildProcessReaper();

  @Override
  public Running start(Command command) throws IOException {
    Process process = builder(command).redirectErrorStream(true).start();
    if (!command.input()) {
      process.getOutputStream().close();
    }
    Thread pump =
        Thread.ofVirtual()
            .name("output of " + process.pid())
            .start(() -> pump(process.getInputStream(), command.output()));
    guard.started(process.pid());
    return new Child(process, pump, guard);
  }

  @Override
  public Conversation converse(Command command) throws IOException {
    Process process = builder(command).start();
    guard.started(process.pid());
    return new Talk(process, new Child(process, null, guard));
  }

  private static ProcessBuilder builder(Command command) {
    var builder = new ProcessBuilder(command.arguments());
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    return builder.directory(command.directory().toFile());
  }

  private record Talk(Process process, Running running) implements Conversation {
    @Override
    public OutputStream input() {
      return process.getOutputStream();
    }

    @Override
    public InputStream output() {
      return process.getInputStream();
    }

    @Override
    public InputStream errors() {
      return process.getErrorStream();
    }
  }

  private static void pump(InputStream from, Output to) {
    var buffer = new byte[8192];
    try (from) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        to.accept(buffer, read);
      }
    } catch (IOException e) {
      return; // the program was killed while its output was read; the data received so far is kept
    }
  }

  private static final class Child implements Running {
    private final Process process;
    private final @Nullable Thread pump; // null if the output is read elsewhere
    private final ChildProcessReaper guard;

    /**
     * The children at the time of termination; they cannot be found after the program has ended.
     */
    private volatile List<ProcessHandle> offspring = List.of();

    Child(Process process, @Nullable Thread pump, ChildProcessReaper guard) {
      this.process = process;
      this.pump = pump;
      this.guard = guard;
    }

    @Override
    public long pid() {
      return process.pid();
    }

    @Override
    public boolean isAlive() {
      return process.isAlive();
    }

    @Override
    public int await() throws CancelledException {
      try {
        int code = process.waitFor();
        guard.ended(process.pid());
        offspring.forEach(ProcessHandle::destroyForcibly);
        if (pump != null && !pump.join(LAST_OUTPUT)) {
          // A background process keeps the output open, perhaps indefinitely.
          process.getInputStream().close();
        }
        return code;
      } catch (InterruptedException e) {
        throw VirtualThreadTasks.cancelled();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public OutputStream input() {
      return process.getOutputStream();
    }

    @Override
    public Optional<Consumption> consumption() {
      Duration time = Duration.ZERO;
      long bytes = 0;
      for (ProcessHandle handle :
          Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList()) {
        time = time.plus(handle.info().totalCpuDuration().orElse(Duration.ZERO));
        bytes += residentBytes(handle.pid());
      }
      return Optional.of(new Consumption(time, bytes));
    }

    /** Read from /proc on Linux; 0 elsewhere. */
    private static long residentBytes(long pid) {
      try {
        String[] sizes =
            java.nio.file.Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ", 3);
        return Long.parseLong(sizes[1]) * PAGE;
      } catch (IOException | NumberFormatException e) {
        return 0; // the process has ended, or there is no such file on this platform
      }
    }

    // Through the handle: Process.destroy would also close our end of the pipe, and output that the
    // program writes while it terminates would be lost.
    @Override
    public void terminate() {
      offspring = process.descendants().toList();
      process.toHandle().destroy();
    }

    @Override
    public void kill() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.toHandle().destroyForcibly();
    }
  }
}
