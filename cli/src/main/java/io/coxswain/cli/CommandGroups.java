package io.coxswain.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;

/** The commands of the main help text, by purpose. */
final class CommandGroups {
  private static final Map<String, List<String>> GROUPS = groups();

  private CommandGroups() {}

  private static Map<String, List<String>> groups() {
    var groups = new LinkedHashMap<String, List<String>>();
    groups.put("Train", List.of("train", "render"));
    groups.put(
        "Run a cluster",
        List.of("up", "status", "logs", "down", "join-command", "apiserver", "snapshot"));
    groups.put("Look at a cluster", List.of("console"));
    groups.put(
        "Run on your own cluster, in place of upstream's programs",
        List.of(
            KubeControllerManagerCommand.NAME,
            SchedulerCommand.NAME,
            "jobset-controller",
            "in-place-restart-agent",
            "trainer-controller-manager"));
    groups.put(
        "Slurm on Kubernetes (Soperator)",
        List.of(
            "soperator",
            "soperatorchecks",
            "rebooter",
            "sconfigcontroller",
            "exporter",
            "power-manager"));
    groups.put("Test and measure", List.of("sim", "bench"));
    groups.put("Other", List.of("completion", "version", "help"));
    return groups;
  }

  static Map<String, List<String>> all() {
    return GROUPS;
  }

  /** Renders the section of the commands; only those that exist are shown. */
  static String render(Help help) {
    var text = new StringBuilder();
    GROUPS.forEach(
        (title, names) -> {
          var known = new LinkedHashMap<String, Help>(help.subcommands());
          known.keySet().retainAll(names);
          if (!known.isEmpty()) {
            text.append("%n%s:%n".formatted(title)).append(help.commandList(known));
          }
        });
    return text.toString();
  }
}
