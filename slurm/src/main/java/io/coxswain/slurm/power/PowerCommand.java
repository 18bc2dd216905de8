package io.coxswain.slurm.power;

import io.coxswain.env.Files;
import io.coxswain.runtime.config.PodNamespace;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** The command of one run. */
public record PowerCommand(
    Action action,
    String namespace,
    SortedMap<String, SortedSet<Integer>> nodes,
    Duration timeout) {

  /** The possible actions. */
  public enum Action {
    RESUME("resume", "Resume (power on) nodes - called by Slurm's ResumeProgram"),
    SUSPEND("suspend", "Suspend (power off) nodes - called by Slurm's SuspendProgram"),
    WAIT_ADDED("wait-added", "Wait for nodes to appear in activeNodes - verify resume completed"),
    WAIT_REMOVED(
        "wait-removed", "Wait for nodes to be removed from activeNodes - verify suspend completed");

    private final String word;
    private final String help;

    Action(String word, String help) {
      this.word = word;
      this.help = help;
    }

    static Optional<Action> of(String word) {
      return List.of(values()).stream().filter(action -> action.word.equals(word)).findFirst();
    }
  }

  /** The flags, which stand after the command. */
  public static Flags flags() {
    return new Flags(Flags.Style.GO)
        .string(
            "namespace",
            "",
            "Kubernetes namespace (auto-detected from ServiceAccount if not specified)")
        .string("nodes", "", "Node list from Slurm (e.g., 'worker-[0-5],gpu-[2-4]') (required)")
        .duration("timeout", "30s", "Timeout for operations");
  }

  /** What is printed for one who does not know. */
  public static String usage() {
    var text = new StringBuilder("Usage: power-manager <command> [options]\n\nCommands:\n");
    for (Action action : Action.values()) {
      text.append("  %-13s %s%n".formatted(action.word, action.help));
    }
    return text.append("\nOptions:\n").append(flags().usage()).toString();
  }

  /**
   * @throws FlagException when the words make no sense
   */
  public static PowerCommand of(List<String> words, Files files) throws FlagException {
    String first = words.isEmpty() ? "" : words.getFirst();
    Action action =
        Action.of(first)
            .orElseThrow(
                () ->
                    new FlagException(
                        first.isEmpty() ? "no command" : "unknown command: " + first));
    Flags flags = flags();
    flags.parse(words.subList(1, words.size()));
    if (flags.string("nodes").isEmpty()) {
      throw new FlagException("--nodes is required");
    }
    String given = flags.string("namespace");
    String namespace = given.isEmpty() ? PodNamespace.find(files, "") : given;
    if (namespace.isEmpty()) {
      throw new FlagException(
          "--namespace is required (could not auto-detect: not running in a pod)");
    }
    return new PowerCommand(
        action, namespace, Ordinals.parse(flags.string("nodes")), flags.duration("timeout"));
  }
}
