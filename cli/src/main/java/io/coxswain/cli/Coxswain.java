package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.coxswain.api.ApiException;
import io.coxswain.bench.BenchCommand;
import io.coxswain.cli.sim.SimCommand;
import io.coxswain.env.Program;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The main class. */
@Command(
    name = "coxswain",
    description =
        "Train models and run Kubernetes, JobSet, Kubeflow Trainer and Soperator control planes.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  coxswain train --nnodes 2 my.py    Train a script on two local nodes.",
      "  coxswain up --detach               Start a cluster in the background.",
      "  coxswain sim trainjob --seed 7     Watch controllers in virtual time.",
      "",
      "See 'coxswain COMMAND --help' for the options of a command."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class)
public final class Coxswain implements Runnable {
  /** In the order of the help text. */
  private static final Map<String, Supplier<Object>> COMMANDS = commands();

  /** Helidon uses the JDK's logging; kept here because the JDK discards unreferenced loggers. */
  private static final java.util.logging.Logger HELIDON =
      java.util.logging.Logger.getLogger("io.helidon");

  @Spec private CommandSpec spec = CommandSpec.create();

  public static void main(String... arguments) {
    OldGeneration.keepSmall();
    HELIDON.setLevel(java.util.logging.Level.WARNING);
    if (arguments.length > 0 && arguments[0].equals(KubeControllerManagerCommand.NAME)) {
      // Its flags have the meaning of the program it replaces: -v takes a number.
      Program.exit(
          KubeControllerManagerCommand.run(List.of(arguments).subList(1, arguments.length)));
    }
    if (arguments.length > 0 && arguments[0].equals(SchedulerCommand.NAME)) {
      Program.exit(SchedulerCommand.run(List.of(arguments).subList(1, arguments.length)));
    }
    Program.exit(commandLine(arguments).execute(arguments));
  }

  private static Map<String, Supplier<Object>> commands() {
    var commands = new LinkedHashMap<String, Supplier<Object>>();
    commands.put("up", UpCommand::new);
    commands.put("status", StatusCommand::new);
    commands.put("logs", LogsCommand::new);
    commands.put("down", DownCommand::new);
    commands.put("train", TrainCommand::new);
    commands.put("join-command", JoinCommand::new);
    commands.put("apiserver", ApiServerCommand::new);
    commands.put("snapshot", SnapshotCommand::new);
    commands.put("console", ConsoleCommand::new);
    commands.put(KubeControllerManagerCommand.NAME, KubeControllerManagerCommand::new);
    commands.put(SchedulerCommand.NAME, SchedulerCommand::new);
    commands.put("jobset-controller", JobSetControllerCommand::new);
    commands.put("in-place-restart-agent", InPlaceRestartAgentCommand::new);
    commands.put("trainer-controller-manager", TrainerControllerManagerCommand::new);
    commands.put("soperator", SoperatorCommand::new);
    commands.put("soperatorchecks", SoperatorChecksCommand::new);
    commands.put("rebooter", RebooterCommand::new);
    commands.put("sconfigcontroller", SConfigControllerCommand::new);
    commands.put("exporter", ExporterCommand::new);
    commands.put("power-manager", PowerManagerCommand::new);
    commands.put("render", RenderCommand::new);
    commands.put("bench", BenchCommand::new);
    commands.put("sim", SimCommand::new);
    commands.put("completion", CompletionCommand::new);
    commands.put("version", VersionCommand::new);
    commands.put("help", Coxswain::help);
    return commands;
  }

  /** Not a reference to the class itself, because JDK 25 cannot store that in its AOT cache. */
  private static Object help() {
    return new CommandLine.HelpCommand();
  }

  /** Parses the arguments; building one command costs a tenth of building all of them. */
  static CommandLine commandLine(String... arguments) {
    var line = new CommandLine(new Coxswain());
    String first = arguments.length == 0 ? "" : arguments[0];
    for (var command : COMMANDS.entrySet()) {
      boolean all = first.equals("help") || !COMMANDS.containsKey(first);
      if (all || command.getKey().equals(first)) {
        line.addSubcommand(command.getKey(), command.getValue().get());
      }
    }
    line.setExecutionExceptionHandler(
        (failure, _, _) -> {
          switch (failure) {
            case CommandException told -> {
              line.getErr().println("coxswain: " + told.getMessage());
              return told.exitCode();
            }
            case ApiException.NoAnswer none ->
                line.getErr().println("coxswain: " + unreachable(none));
            case ApiException.Unauthorized _ ->
                line.getErr()
                    .println("coxswain: the server rejected the credentials of the kubeconfig");
            case ApiException rejected ->
                line.getErr().println("coxswain: " + rejected.getMessage());
            default -> throw failure;
          }
          return 1;
        });
    line.getHelpSectionMap()
        .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
    line.getHelpSectionMap()
        .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::render);
    line.setParameterExceptionHandler(Coxswain::usageError);
    return line;
  }

  private static String unreachable(ApiException.NoAnswer failure) {
    Throwable cause = failure.getCause();
    return "unable to connect to the server: "
        + (cause == null ? failure.getMessage() : cause.getMessage());
  }

  /** Prints one line like kubectl; prints the whole help only if the command itself is missing. */
  private static int usageError(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    String suggestions =
        failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()
            ? "; did you mean " + String.join(" or ", quoted(closest(unmatched))) + "?"
            : "";
    err.println("coxswain: " + failure.getMessage() + suggestions);
    if (arguments.length == 0) {
      command.usage(err);
    } else {
      err.println("See '" + command.getCommandSpec().qualifiedName() + " --help' for usage.");
    }
    return CommandLine.ExitCode.USAGE;
  }

  /** Suggestions of about the length of what was written, the closest first; else the closest. */
  private static List<String> closest(UnmatchedArgumentException unmatched) {
    int length =
        unmatched.getUnmatched().isEmpty() ? 0 : unmatched.getUnmatched().getFirst().length();
    ToIntFunction<String> difference = word -> Math.abs(word.length() - length);
    List<String> sorted =
        unmatched.getSuggestions().stream().sorted(Comparator.comparingInt(difference)).toList();
    int limit = Math.max(2, difference.applyAsInt(sorted.getFirst()));
    return sorted.stream().filter(word -> difference.applyAsInt(word) <= limit).toList();
  }

  private static List<String> quoted(List<String> words) {
    return words.stream().limit(3).map(word -> "'" + word + "'").toList();
  }

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Increase log verbosity: -v for info, -vv for debug.")
  void verbose(boolean[] times) {
    var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(times.length > 1 ? Level.DEBUG : Level.INFO);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: specify one of the commands below.");
  }
}
