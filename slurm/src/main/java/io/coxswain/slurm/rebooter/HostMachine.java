package io.coxswain.slurm.rebooter;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/**
 * The host of this container: needs privileges and the host's PID namespace. Boot information comes
 * from the kernel, which all containers share.
 */
final class HostMachine implements Machine {
  private static final Path UPTIME = Path.of("/proc/uptime");

  /** Leaves the container for the file systems of the host's first process. */
  private static final List<String> REBOOT =
      List.of("/usr/bin/nsenter", "-m/proc/1/ns/mnt", "--", "reboot", "now");

  private static final int MAX_OUTPUT = 2048;

  private final Env env;

  HostMachine(Env env) {
    this.env = env;
  }

  @Override
  public Instant bootedAt() throws IOException {
    String text = new String(env.files().read(UPTIME), StandardCharsets.UTF_8).strip();
    int space = text.indexOf(' ');
    try {
      double seconds = Double.parseDouble(space < 0 ? text : text.substring(0, space));
      return env.clock().now().minus(Duration.ofMillis((long) (seconds * 1000)));
    } catch (NumberFormatException e) {
      throw new IOException(UPTIME + ": \"" + text + "\" is not a number of seconds", e);
    }
  }

  @Override
  public void reboot() throws IOException, CancelledException {
    var output = new ByteArrayOutputStream();
    var environment = new TreeMap<String, String>();
    environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    int code =
        env.exec()
            .start(
                new Exec.Command(
                    REBOOT,
                    environment,
                    Path.of("/"),
                    (buffer, length) -> {
                      if (output.size() < MAX_OUTPUT) {
                        output.write(buffer, 0, length);
                      }
                    }))
            .await();
    if (code != 0) {
      throw new IOException(
          "%s: exit code %d: %s"
              .formatted(
                  String.join(" ", REBOOT), code, output.toString(StandardCharsets.UTF_8).strip()));
    }
  }
}
