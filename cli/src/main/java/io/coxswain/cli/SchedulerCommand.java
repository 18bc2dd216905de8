package io.coxswain.cli;

import io.coxswain.env.Env;
import io.coxswain.env.Program;
import io.coxswain.node.scheduler.program.SchedulerProgram;
import io.coxswain.node.scheduler.program.SchedulerSettings;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain scheduler}: parses its flags itself, like the program that it replaces. */
@Command(
    name = SchedulerCommand.NAME,
    description =
        "Run the scheduler in place of kube-scheduler. Accepts the same flags as upstream, as far as"
            + " it has the features; see 'coxswain scheduler --help'.")
final class SchedulerCommand implements Callable<Integer> {
  static final String NAME = "scheduler";

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return run(words);
  }

  /** Runs the program with its command-line arguments. */
  static int run(List<String> words) {
    Flags flags = SchedulerSettings.flags();
    if (words.contains("-h") || words.contains("--help")) {
      System.out.println("Usage of coxswain " + NAME + ":\n" + flags.usage());
      return 0;
    }
    try {
      SchedulerSettings.checkSupported(words);
      flags.parse(words);
      Env env = Env.production();
      SchedulerSettings settings = SchedulerSettings.of(flags, env.files());
      log(flags);
      run(env, settings);
      return 0;
    } catch (FlagException | KubeconfigException | ManagerException e) {
      System.err.println("Error: " + e.getMessage());
      return 1;
    }
  }

  private static void log(Flags flags) throws FlagException {
    String format = flags.string("logging-format");
    if (!List.of("text", "json").contains(format)) {
      throw new FlagException(
          "--logging-format: unsupported format \"" + format + "\": must be text or json");
    }
    new KlogLogging().apply(format, flags.integer("v"), flags.string("vmodule"));
  }

  private static void run(Env env, SchedulerSettings settings)
      throws KubeconfigException, ManagerException {
    var source = new Kubeconfig(env.files(), System.getenv(), settings.kubeconfig(), null);
    HttpTransport server =
        HttpTransport.to(settings.server().isEmpty() ? source : source.server(settings.server()));
    Manager manager =
        SchedulerProgram.start(env.withApi(server), settings, ManagerProgram.hostName(env.files()));
    try (var _ = Program.onStopSignal(manager::stop)) {
      manager.run();
    }
  }
}
