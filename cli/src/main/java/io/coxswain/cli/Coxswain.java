package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.coxswain.bench.BenchCommand;
import io.coxswain.cli.sim.SimCommand;
import io.coxswain.env.Program;
import java.util.List;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The main class. */
@Command(
    name = "coxswain",
    description = "The control plane of an AI/HPC cluster, in one program.",
    subcommands = {
      UpCommand.class,
      TrainCommand.class,
      ApiServerCommand.class,
      KubeControllerManagerCommand.class,
      JobSetControllerCommand.class,
      TrainerControllerManagerCommand.class,
      SoperatorCommand.class,
      SoperatorChecksCommand.class,
      RebooterCommand.class,
      SConfigControllerCommand.class,
      ExporterCommand.class,
      PowerManagerCommand.class,
      RenderCommand.class,
      BenchCommand.class,
      SimCommand.class,
      VersionCommand.class,
      CommandLine.HelpCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class)
public final class Coxswain implements Runnable {
  /** Helidon logs by the JDK's logger; kept here because the JDK forgets loggers nobody holds. */
  private static final java.util.logging.Logger HELIDON =
      java.util.logging.Logger.getLogger("io.helidon");

  @Spec private CommandSpec spec = CommandSpec.create();

  public static void main(String... arguments) {
    OldGeneration.keepSmall();
    HELIDON.setLevel(java.util.logging.Level.WARNING);
    if (arguments.length > 0 && arguments[0].equals(KubeControllerManagerCommand.NAME)) {
      // Its flags mean what they mean to the program it stands in for: -v takes a number.
      Program.exit(
          KubeControllerManagerCommand.run(List.of(arguments).subList(1, arguments.length)));
    }
    Program.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    var line = new CommandLine(new Coxswain());
    line.setExecutionExceptionHandler(
        (failure, _, _) -> {
          if (!(failure instanceof CommandException told)) {
            throw failure;
          }
          line.getErr().println("coxswain: " + told.getMessage());
          return told.exitCode();
        });
    return line;
  }

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Log what happens inside; twice for more.")
  void verbose(boolean[] times) {
    var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(times.length > 1 ? Level.DEBUG : Level.INFO);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: what should it do?");
  }
}
