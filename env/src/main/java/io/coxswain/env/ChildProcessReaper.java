package io.coxswain.env;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills the child processes of this program if the program is killed and cannot do so itself. A
 * shell receives the PID of every child and, when its input pipe breaks, kills the children that
 * still run. On systems without {@code sh} the children keep running.
 */
final class ChildProcessReaper {
  private static final Logger log = LoggerFactory.getLogger(ChildProcessReaper.class);

  /** Ignores the signals of the terminal, because it must outlive them. */
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      pids=
      while read -r change pid; do
        case $change in
          +) pids="$pids $pid" ;;
          -) kept=; for p in $pids; do [ "$p" = "$pid" ] || kept="$kept $p"; done; pids=$kept ;;
        esac
      done
      [ -z "$pids" ] || kill -9 $pids 2>/dev/null
      """;

  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable OutputStream pipe;
  private boolean absent;

  void started(long pid) {
    send("+ " + pid);
  }

  void ended(long pid) {
    send("- " + pid);
  }

  private void send(String change) {
    lock.lock();
    try {
      if (absent) {
        return;
      }
      if (pipe == null) {
        pipe = start();
      }
      pipe.write((change + "\n").getBytes(StandardCharsets.US_ASCII));
      pipe.flush();
    } catch (IOException e) {
      absent = true;
      log.atWarn()
          .setCause(e)
          .log("Failed to start the reaper, child processes will outlive a killed program");
    } finally {
      lock.unlock();
    }
  }

  private static OutputStream start() throws IOException {
    return new ProcessBuilder(List.of("sh", "-c", SCRIPT))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start()
        .getOutputStream();
  }
}
