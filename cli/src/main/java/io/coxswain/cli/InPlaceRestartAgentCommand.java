package io.coxswain.cli;

import io.coxswain.env.Env;
import io.coxswain.env.Program;
import io.coxswain.jobset.agent.AgentProgram;
import io.coxswain.jobset.agent.AgentSettings;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.runtime.transport.KubeconfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code coxswain in-place-restart-agent}: runs in the pods of a JobSet, configured by environment
 * variables.
 */
@Command(
    name = AgentProgram.NAME,
    description =
        "Hold the worker of a JobSet pod until all pods have reached the same attempt, and restart it"
            + " in place. Reads the same environment variables as JobSet's agent.")
final class InPlaceRestartAgentCommand implements Callable<Integer> {
  private static final int SIGINT = 2;
  private static final int SIGTERM = 15;

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return run(words, new TreeMap<>(System.getenv()));
  }

  static int run(List<String> words, SortedMap<String, String> environment) {
    Flags flags = AgentSettings.flags();
    OptionalInt ended = ManagerProgram.parse(AgentProgram.NAME, flags, words);
    if (ended.isPresent()) {
      return ended.getAsInt();
    }
    Env env = Env.production();
    try {
      AgentSettings settings = AgentSettings.of(environment, env.files());
      Env connected = env.withApi(ManagerProgram.connect(env, flags.string("kubeconfig")));
      AgentProgram agent =
          AgentProgram.start(connected, settings, InPlaceRestartAgentCommand::print);
      try (var _ = Program.onInterrupt(() -> agent.signalled(SIGINT));
          var _ = Program.onStopSignal(() -> agent.signalled(SIGTERM))) {
        return agent.run();
      }
    } catch (FlagException | KubeconfigException | ManagerException e) {
      throw new CommandException(AgentProgram.NAME + ": " + e.getMessage());
    }
  }

  private static void print(byte[] buffer, int length) {
    System.out.write(buffer, 0, length);
    System.out.flush();
  }
}
