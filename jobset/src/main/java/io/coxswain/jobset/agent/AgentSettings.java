package io.coxswain.jobset.agent;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Files;
import io.coxswain.runtime.config.PodNamespace;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.logging.ZapOptions;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables of the process, with all defaults.
 *
 * @param restartCode the exit code with which the agent has its pod restarted in place
 * @param environment all variables, which the work inherits
 * @param work how work is held back
 */
public record AgentSettings(
    ObjectKey jobSet,
    ObjectKey pod,
    int restartCode,
    SortedMap<String, String> environment,
    Work work) {
  static final String JOBSET_NAME = "JOBSET_NAME";
  static final String POD_NAME = "POD_NAME";
  static final String RESTART_CODE = "IN_PLACE_RESTART_EXIT_CODE";
  static final String WORKER_COMMAND = "WORKER_COMMAND";
  static final String PROBE_PATH = "STARTUP_PROBE_PATH";
  static final String PROBE_PORT = "STARTUP_PROBE_PORT";

  private static final int GREATEST_CODE = 255;
  private static final int GREATEST_PORT = 65_535;

  /** How work is held back. */
  public sealed interface Work {
    /** The agent is the main container and starts the command itself. */
    record Command(String shell, String line) implements Work {}

    /** The agent is a sidecar; the other containers start when its startup probe succeeds. */
    record Probe(String path, int port) implements Work {}
  }

  /** The API server and logging; everything else is set by environment variables. */
  public static Flags flags() {
    Flags flags = new Flags(Flags.Style.GO);
    flags.string("kubeconfig", "", "Paths to a kubeconfig. Only required if out-of-cluster.");
    ZapOptions.declare(flags, true);
    return flags;
  }

  /**
   * @throws FlagException names the variable that is missing or wrong
   */
  public static AgentSettings of(SortedMap<String, String> environment, Files files)
      throws FlagException {
    String namespace = PodNamespace.find(files, "");
    if (namespace.isEmpty()) {
      throw new FlagException(
          "unable to read namespace file; check that automountServiceAccountToken is not false for"
              + " the pod or its service account");
    }
    return new AgentSettings(
        ObjectKey.of(namespace, required(environment, JOBSET_NAME)),
        ObjectKey.of(namespace, required(environment, POD_NAME)),
        number(environment, RESTART_CODE, 1, GREATEST_CODE),
        Collections.unmodifiableSortedMap(new TreeMap<>(environment)),
        work(environment));
  }

  private static Work work(SortedMap<String, String> environment) throws FlagException {
    String command = find(environment, WORKER_COMMAND);
    String path = find(environment, PROBE_PATH);
    if (command == null) {
      if (path != null && !path.startsWith("/")) {
        throw new FlagException(
            "environment variable %s: Invalid value: \"%s\": must start with a slash"
                .formatted(PROBE_PATH, path));
      }
      return new Work.Probe(
          path == null ? "/barrier-is-down" : path,
          number(environment, PROBE_PORT, 8081, GREATEST_PORT));
    }
    if (path != null || find(environment, PROBE_PORT) != null) {
      throw new FlagException(
          "environment variable %s cannot be set with %s or %s: the agent either runs the worker"
                  .formatted(WORKER_COMMAND, PROBE_PATH, PROBE_PORT)
              + " command or serves the startup probe");
    }
    String shell = find(environment, "SHELL");
    return new Work.Command(shell == null ? "bash" : shell, command);
  }

  private static String required(SortedMap<String, String> environment, String name)
      throws FlagException {
    String value = find(environment, name);
    if (value == null) {
      throw new FlagException("environment variable " + name + " must be set");
    }
    return value;
  }

  /** Exit code 0 would report success, and codes above 255 would be truncated. */
  private static int number(
      SortedMap<String, String> environment, String name, int otherwise, int max)
      throws FlagException {
    String value = find(environment, name);
    if (value == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw outOfRange(name, value, max, e);
    }
    throw outOfRange(name, value, max, null);
  }

  private static FlagException outOfRange(
      String name, String value, int max, @Nullable Exception cause) {
    var invalid =
        new FlagException(
            "environment variable %s: Invalid value: \"%s\": must be an integer from 1 to %d"
                .formatted(name, value, max));
    invalid.initCause(cause);
    return invalid;
  }

  /** An empty variable counts as one that is not there. */
  private static @Nullable String find(SortedMap<String, String> environment, String name) {
    String value = environment.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  @Override
  public String toString() {
    return "agent of " + pod + " in " + jobSet; // variables may hold secrets
  }
}
