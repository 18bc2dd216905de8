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
 * Ends our child processes when this program is killed and cannot do so itself: a shell that is
 * told of every child and, when the pipe to it breaks, kills those still there. Without one (no
 * {@code sh} on the machine) they would be left running.
 */
final class ChildProcessReaper {
  private static final Logger log = LoggerFactory.getLogger(ChildProcessReaper.class);

  /** Signals of a terminal reach it too; it must outlive them. */
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
    tell("+ " + pid);
  }

  void ended(long pid) {
    tell("- " + pid);
  }

  private void tell(String change) {
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
      log.warn("if this program is killed its child processes will go on: {}", e.getMessage());
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
