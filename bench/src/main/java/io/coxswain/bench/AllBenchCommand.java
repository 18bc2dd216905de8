package io.coxswain.bench;

import io.coxswain.env.Env;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code coxswain bench all}. */
@Command(
    name = "all",
    description = {
      "Compare everything with the Go programs, measured alternately.",
      "etcd, kube-apiserver and kube-controller-manager are used from $KUBEBUILDER_ASSETS or from"
          + " the output of tools/real-assets. Missing programs are skipped."
    },
    mixinStandardHelpOptions = true)
final class AllBenchCommand implements Callable<Integer> {
  /** Parts that can be omitted. */
  enum Part {
    start,
    api,
    durable,
    kube,
    runtime,
    slurm,
    train
  }

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "PART,PART",
      description = "Parts to run: ${COMPLETION-CANDIDATES} (default: all).")
  @Nullable List<Part> only;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of rounds per side (default: ${DEFAULT-VALUE}).")
  int rounds = 3;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "Factor for all sizes and times, e.g. 0.1 for a quick run (default: ${DEFAULT-VALUE}).")
  double scale = 1;

  @Option(
      names = "--write",
      paramLabel = "FILE",
      description = "Also write the result to this document, between its two markers.")
  @Nullable Path write;

  @Spec private CommandSpec spec = CommandSpec.create();

  Set<Part> parts() {
    return only == null ? EnumSet.allOf(Part.class) : EnumSet.copyOf(only);
  }

  int size(int usual) {
    return Math.max(1, (int) Math.round(usual * scale));
  }

  double seconds(double usual) {
    return Math.max(0.2, usual * scale);
  }

  /** The command line that repeats the run. */
  String words() {
    var text = new StringBuilder("./coxswain bench all");
    if (only != null) {
      text.append(" --only ").append(String.join(",", only.stream().map(Part::name).toList()));
    }
    if (rounds != 3) {
      text.append(" --rounds ").append(rounds);
    }
    if (scale != 1) {
      text.append(String.format(Locale.ROOT, " --scale %s", scale));
    }
    return text.toString();
  }

  @Override
  public Integer call() throws Exception {
    if (rounds < 1 || scale <= 0) {
      throw new ParameterException(
          spec.commandLine(), "--rounds must be at least 1 and --scale more than 0");
    }
    MarkedPart part = write == null ? null : new MarkedPart(write);
    if (part != null) {
      part.check(); // report it now rather than after a quarter of an hour
    }
    var bench = new AllBench(Env.production(), this);
    bench.run();
    System.out.print(bench.report());
    if (part != null) {
      part.replace(bench.report());
      System.err.println("written into " + write);
    }
    return bench.failed() ? 1 : 0;
  }
}
