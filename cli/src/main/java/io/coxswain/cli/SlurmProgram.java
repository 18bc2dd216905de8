package io.coxswain.cli;

import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.runtime.transport.KubeconfigException;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/**
 * Runs a program of Soperator that has controllers: invalid flags exit with 2, any other error is
 * logged once and exits with 1.
 */
final class SlurmProgram {
  private SlurmProgram() {}

  /** Combines flags, environment variables and files. */
  interface Reading<S> {
    S settings(Flags flags, SortedMap<String, String> environment, Files files)
        throws FlagException;
  }

  static <S> int run(
      String name,
      Flags flags,
      List<String> words,
      Reading<S> reading,
      Function<S, ZapOptions> logging,
      ManagerProgram.Start<S> start) {
    OptionalInt ended = ManagerProgram.parse(name, flags, words);
    if (ended.isPresent()) {
      return ended.getAsInt();
    }
    ZapLogging.apply(ZapOptions.production());
    Env env = Env.production();
    try {
      S settings = reading.settings(flags, new TreeMap<>(System.getenv()), env.files());
      ZapLogging.apply(logging.apply(settings));
      ManagerProgram.run(env, flags, settings, start);
      return 0;
    } catch (FlagException | KubeconfigException | ManagerException e) {
      LoggerFactory.getLogger("setup").error("{}", e.getMessage());
      return 1;
    }
  }
}
