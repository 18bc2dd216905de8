package io.coxswain.env;

import java.io.IOException;
import java.io.InputStream;

/** Programs as child processes of this one, which end with it, however it ends. */
final class LocalExec implements Exec {
  private final Guard guard = new Guard();

  @Override
  public Running start(Command command) throws IOException {
    var builder = new ProcessBuilder(command.arguments());
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    builder.directory(command.directory().toFile());
    builder.redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    Thread pump =
        Thread.ofVirtual()
            .name("output of " + process.pid())
            .start(() -> pump(process.getInputStream(), command.output()));
    guard.started(process.pid());
    return new Child(process, pump, guard);
  }

  private static void pump(InputStream from, Output to) {
    var buffer = new byte[8192];
    try (from) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        to.accept(buffer, read);
      }
    } catch (IOException e) {
      return; // the program was killed with its output half-read; what arrived is kept
    }
  }

  private record Child(Process process, Thread pump, Guard guard) implements Running {

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
        pump.join();
        return code;
      } catch (InterruptedException e) {
        throw VirtualThreadTasks.cancelled();
      }
    }

    // Through the handle: Process.destroy would also close our end of the output, and what the
    // program prints while it ends would be lost.
    @Override
    public void terminate() {
      process.toHandle().destroy();
    }

    @Override
    public void kill() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.toHandle().destroyForcibly();
    }
  }
}
