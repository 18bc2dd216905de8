package io.coxswain.cli;

import io.coxswain.env.Env;
import io.coxswain.env.Program;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.logging.ZapOptions;
import io.coxswain.slurm.exporter.Exporter;
import io.coxswain.slurm.exporter.ExporterProgram;
import io.coxswain.slurm.exporter.ExporterSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain exporter}: Slurm's state as metrics, with its flags and environment. */
@Command(
    name = ExporterProgram.NAME,
    description =
        "Export metrics of Slurm nodes and jobs. Accepts the same flags as Soperator's exporter.")
final class ExporterCommand implements Callable<Integer> {

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return run(words, new TreeMap<>(System.getenv()));
  }

  static int run(List<String> words, SortedMap<String, String> environment) {
    Flags flags = ExporterSettings.flags();
    OptionalInt ended = ManagerProgram.parse(ExporterProgram.NAME, flags, words);
    if (ended.isPresent()) {
      return ended.getAsInt();
    }
    ZapLogging.apply(ZapOptions.production());
    Env env = Env.production();
    try {
      ExporterSettings settings = ExporterSettings.of(flags, environment);
      ZapLogging.apply(settings.logging());
      Exporter exporter =
          ExporterProgram.start(
              ExporterProgram.connect(env, settings, environment), settings, environment);
      try (var _ = Program.onStopSignal(exporter::stop)) {
        exporter.run();
      }
      return 0;
    } catch (FlagException e) {
      if (ExporterSettings.NO_CLUSTER.equals(e.getMessage())) {
        System.err.println(e.getMessage());
        System.err.println("Usage of " + ExporterProgram.NAME + ":\n" + flags.usage());
        return 1;
      }
      return failed(e);
    } catch (IOException | IllegalArgumentException e) {
      return failed(e);
    }
  }

  private static int failed(Exception e) {
    LoggerFactory.getLogger("soperator-exporter").error("{}", e.getMessage());
    return 1;
  }
}
