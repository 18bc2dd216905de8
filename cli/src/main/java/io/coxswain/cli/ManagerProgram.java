package io.coxswain.cli;

import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.env.Program;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * Runs a program that parses its flags like programs in Go: {@code -h} prints them, an invalid flag
 * exits with 2, an invalid configuration with 1.
 */
final class ManagerProgram {
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private ManagerProgram() {}

  /** Combines flags and configuration file. */
  interface Reading<S> {
    S settings(Flags flags, Files files) throws FlagException;
  }

  /** Creates a manager that is ready to run from its settings. */
  interface Start<S> {
    Manager manager(Env env, S settings, String host) throws ManagerException;
  }

  static <S> int run(
      String name, Flags flags, List<String> words, Reading<S> reading, Start<S> start) {
    OptionalInt ended = parse(name, flags, words);
    if (ended.isPresent()) {
      return ended.getAsInt();
    }
    Env env = Env.production();
    try {
      run(env, flags, reading.settings(flags, env.files()), start);
      return 0;
    } catch (FlagException | KubeconfigException | ManagerException e) {
      throw new CommandException(name + ": " + e.getMessage());
    }
  }

  /** The exit code, if the flags already end the program. */
  static OptionalInt parse(String name, Flags flags, List<String> words) {
    if (words.contains("-h") || words.contains("--help") || words.contains("-help")) {
      System.out.println("Usage of " + name + ":\n" + flags.usage());
      return OptionalInt.of(0);
    }
    try {
      flags.parse(words);
      if (flags.knows("zap-devel")) {
        ZapLogging.apply(ZapOptions.of(flags));
      }
      return OptionalInt.empty();
    } catch (FlagException e) {
      System.err.println(e.getMessage());
      System.err.println("Usage of " + name + ":\n" + flags.usage());
      return OptionalInt.of(2);
    }
  }

  /** Connects, starts and runs until it is asked to stop. */
  static <S> void run(Env env, Flags flags, S settings, Start<S> start)
      throws KubeconfigException, ManagerException {
    Manager manager =
        start.manager(
            env.withApi(connect(env, flags.string("kubeconfig"))), settings, hostName(env.files()));
    try (var _ = Program.onStopSignal(manager::stop)) {
      manager.run();
    }
  }

  static ApiTransport connect(Env env, String kubeconfig) throws KubeconfigException {
    return HttpTransport.to(new Kubeconfig(env.files(), System.getenv(), kubeconfig, null));
  }

  static String hostName(Files files) {
    try {
      return new String(files.read(HOST_NAME), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return System.getenv().getOrDefault("HOSTNAME", "localhost");
    }
  }
}
