package io.coxswain.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.Env;
import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A run that did not reach the state its script waits for; the message contains everything a replay
 * needs.
 */
public final class WorldFailure extends AssertionError {
  private static final long serialVersionUID = 1;

  /** Null if the failure is not that of a single run. */
  private transient @Nullable FailedRun failed;

  WorldFailure(String message) {
    super(message);
  }

  WorldFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  private record FailedRun(Simulation simulation, long seed, FaultPlan plan) {}

  /** Sets the run that failed, unless it is known. */
  WorldFailure of(Simulation simulation, long seed, FaultPlan plan) {
    if (failed == null && ScenarioEnvironment.chosen() == null) {
      failed = new FailedRun(simulation, seed, plan);
    }
    return this;
  }

  /**
   * Runs what failed once more, writes the recording of it into the folder, and returns a failure
   * whose message names the file. Returns this failure if it is not that of a single run.
   *
   * @throws IOException if the recording cannot be written
   */
  public WorldFailure recordedIn(Path folder) throws IOException {
    FailedRun run = failed;
    if (run == null) {
      return this;
    }
    String message = String.valueOf(getMessage());
    ObjectNode recording = run.simulation.record(run.seed, run.plan);
    recording.put("result", "failed").put("failure", message); // another end state fails no run
    Path file = folder.resolve(fileName(run));
    Files files = Env.production().files();
    files.createDirectories(folder);
    files.write(file, Json.bytes(recording));
    int end = message.indexOf('\n');
    String first = end < 0 ? message : message.substring(0, end);
    return new WorldFailure(
        first
            + "\nrecording: "
            + file.toUri()
            + " (drop it on the Replay view of the console)"
            + message.substring(first.length()),
        this);
  }

  private static String fileName(FailedRun run) {
    String faults = run.plan.isEmpty() ? "" : "-" + run.plan;
    return (run.simulation.name() + "-seed-" + run.seed + faults)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9=@#.]+", "-")
        + ".json";
  }
}
