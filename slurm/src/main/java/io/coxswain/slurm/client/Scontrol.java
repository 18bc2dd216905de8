package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Exec;
import io.coxswain.env.Timers;
import io.coxswain.slurm.client.SlurmException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Slurm's own command, for what the REST API of an older Slurm cannot do: change a node, reread the
 * configuration, reboot, make a token.
 */
public final class Scontrol {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** More than any of these commands prints; the rest is not kept. */
  private static final int MAX_OUTPUT = 64 * 1024;

  private static final String JWT = "SLURM_JWT=";

  private final Env env;
  private final String program;
  private final SortedMap<String, String> environment;

  /**
   * @param program its path, or a name to be looked for
   * @param environment what it needs to find program and cluster: PATH, SLURM_CONF
   */
  public Scontrol(Env env, String program, SortedMap<String, String> environment) {
    this.env = env;
    this.program = program;
    this.environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  TaskMutex turns() {
    return new TaskMutex(env.tasks());
  }

  void update(String node, NodeUpdate update) throws SlurmException, CancelledException {
    var words = new ArrayList<>(List.of("update", "nodename=" + node));
    update.state().ifPresent(state -> words.add("state=" + lower(state.name())));
    update.reason().ifPresent(reason -> words.add("reason=" + reason));
    update.comment().ifPresent(comment -> words.add("comment=" + comment));
    run(words);
  }

  void reconfigure() throws SlurmException, CancelledException {
    run(List.of("reconfigure"));
  }

  void reboot(NodeReboot reboot) throws SlurmException, CancelledException {
    if (reboot.force() || !reboot.powerAction().isEmpty()) {
      throw new SlurmException(
          Kind.UNSUPPORTED,
          "this version of scontrol does not support forced reboots and power actions");
    }
    var words = new ArrayList<>(List.of("reboot"));
    if (reboot.asap()) {
      words.add("ASAP");
    }
    words.add("nextstate=" + reboot.nextState().name());
    if (!reboot.reason().isEmpty()) {
      words.add("reason=" + reboot.reason());
    }
    words.add(String.join(",", reboot.nodes()));
    run(words);
  }

  String token(String user, Duration lifespan) throws SlurmException, CancelledException {
    return run(List.of("token", "username=" + user, "lifespan=" + lifespan.toSeconds()))
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(JWT) && line.length() > JWT.length())
        .map(line -> line.substring(JWT.length()))
        .findFirst()
        .orElseThrow(
            () ->
                new SlurmException(
                    Kind.UNAUTHENTICATED, program + " token did not print " + JWT + "<token>"));
  }

  /** What it printed. */
  private String run(List<String> words) throws SlurmException, CancelledException {
    var line = new ArrayList<>(List.of(program));
    line.addAll(words);
    String what = program + " " + words.getFirst();
    var printed = new ByteArrayOutputStream();
    int code;
    var late = new AtomicBoolean();
    try {
      Exec.Running running =
          env.exec()
              .start(
                  new Exec.Command(
                      line,
                      environment,
                      Path.of("/"),
                      (buffer, length) ->
                          printed.write(buffer, 0, Math.min(length, MAX_OUTPUT - printed.size()))));
      Timers.Timer alarm =
          env.timers()
              .after(
                  TIMEOUT,
                  () -> {
                    late.set(true);
                    running.kill();
                  });
      try {
        code = running.await();
      } catch (CancelledException e) {
        running.kill();
        throw e;
      } finally {
        alarm.cancel();
      }
    } catch (IOException e) {
      throw new SlurmException(
          Kind.UNREADABLE, "failed to run " + program + ": " + e.getMessage(), e);
    }
    if (late.get()) {
      throw new SlurmException(
          Kind.UNREADABLE, what + " timed out after " + TIMEOUT.toSeconds() + " s");
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    if (code != 0) {
      throw failure(what, code, text.strip());
    }
    return text;
  }

  private static SlurmException failure(String what, int code, String text) {
    String lower = lower(text);
    Kind kind =
        lower.contains("invalid node name")
            ? Kind.NOT_FOUND
            : lower.contains("unable to contact") || lower.contains("timed out")
                ? Kind.UNREADABLE
                : lower.contains("authenticat") ? Kind.UNAUTHENTICATED : Kind.REFUSED;
    return new SlurmException(kind, what + " exited with code " + code + ": " + text);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
