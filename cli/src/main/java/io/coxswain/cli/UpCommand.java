package io.coxswain.cli;

import io.coxswain.env.BackgroundProgram;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Program;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code coxswain up}: a complete cluster in one process, until it is stopped. */
@Command(
    name = "up",
    description =
        "Run a complete cluster in one process, until interrupted or, with --detach, until"
            + " 'coxswain down'.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  coxswain up                                  Run a cluster in the foreground.",
      "  coxswain up --detach                         Run a cluster in the background and keep its"
          + " data.",
      "  coxswain up --detach --name a --export-kubeconfig",
      "                                               Run another one, for 'kubectl --context"
          + " coxswain-a'.",
      "  coxswain status; coxswain logs a; coxswain down a",
      "  coxswain up --nodes 1000 --node-kind simulated"
    },
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  private static final Duration POLL_PERIOD = Duration.ofMillis(50);
  private static final int LAST_LINES = 10;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-d", "--detach"},
      description = "Run in the background and return when the cluster is ready.")
  private boolean detach;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Name of the cluster. A named cluster has its own data, port and kubeconfig in the user's"
              + " state directory (default: default with --detach, otherwise none).")
  private @Nullable String name;

  @Option(
      names = "--export-kubeconfig",
      arity = "0..1",
      paramLabel = "FILE",
      fallbackValue = "",
      description =
          "Also add a context coxswain-NAME to this kubeconfig. It is removed when the cluster"
              + " stops (default without FILE: the first file in $$KUBECONFIG, or ~/.kube/config).")
  private @Nullable String export;

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private UpConsole console = new UpConsole();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private LogOptions logs = new LogOptions();

  @Override
  public Integer call() throws Exception {
    server.check();
    options.check();
    console.check();
    Env env = Env.production();
    if (detach && name == null) {
      name = NamedCluster.DEFAULT_NAME;
    }
    if (name == null) {
      run(env, null);
      return 0;
    }
    NamedCluster cluster = NamedCluster.of(env.files(), System.getenv(), name);
    if (detach) {
      detach(env, cluster);
      return 0;
    }
    Optional<Closeable> lock = cluster.lock();
    if (lock.isEmpty()) {
      throw alreadyRuns(cluster);
    }
    try (Closeable _ = lock.get()) {
      cluster.details().ifPresent(last -> server.useFor(cluster, last.port()));
      server.useFor(cluster, 0);
      removeLeftovers(env, cluster);
      cluster.write(starting(env, cluster));
      run(env, cluster);
    }
    return 0;
  }

  private static CommandException alreadyRuns(NamedCluster cluster) {
    return new CommandException(
        "the cluster \"%s\" is running already; see 'coxswain status', or choose another --name"
            .formatted(cluster.name()));
  }

  /** From now on 'coxswain down' ends this process and no earlier one that had another id. */
  private NamedCluster.Details starting(Env env, NamedCluster cluster) {
    return new NamedCluster.Details(
        BackgroundProgram.ownPid(),
        env.clock().now().toString(),
        false,
        "",
        server.port,
        server.kubeconfig.toAbsolutePath().toString(),
        options.nodes + (options.nodes == 1 ? " node" : " nodes"),
        cluster.details().map(NamedCluster.Details::exportedTo).orElse(""),
        "");
  }

  /** What a killed process could not remove. */
  private static void removeLeftovers(Env env, NamedCluster cluster) {
    try {
      env.files().delete(cluster.run());
    } catch (IOException e) {
      throw new CommandException(cluster.run() + ": " + FileProblem.why(e));
    }
  }

  // ---- in the background

  private void detach(Env env, NamedCluster cluster) throws CancelledException {
    if (cluster.isRunning()) {
      throw alreadyRuns(cluster);
    }
    Optional<Closeable> created = cluster.lock(); // makes the directory
    created.ifPresent(UpCommand::release);
    Optional<NamedCluster.Details> before = cluster.details();
    BackgroundProgram program;
    try {
      program = BackgroundProgram.start(Coxswain.class.getName(), foreground(), cluster.log());
    } catch (IOException e) {
      throw new CommandException("failed to start in the background: " + FileProblem.why(e));
    }
    while (true) {
      Optional<NamedCluster.Details> now = cluster.details();
      if (now.isPresent() && now.get().ready() && !now.equals(before)) {
        announce(cluster, now.get());
        return;
      }
      if (!program.isAlive()) {
        throw new CommandException("the cluster did not start: " + lastLines(env, cluster.log()));
      }
      env.clock().sleep(POLL_PERIOD);
    }
  }

  private static void release(Closeable lock) {
    try {
      lock.close();
    } catch (IOException e) {
      throw new CommandException(FileProblem.why(e));
    }
  }

  /** The same command line, without leaving the foreground. */
  private List<String> foreground() {
    var words = new ArrayList<String>();
    for (String word : spec.root().commandLine().getParseResult().originalArgs()) {
      if (!word.equals("-d") && !word.startsWith("--detach")) {
        words.add(word);
      }
    }
    if (words.stream().noneMatch(word -> word.equals("--name") || word.startsWith("--name="))) {
      words.add("--name=" + NamedCluster.DEFAULT_NAME);
    }
    return words;
  }

  private static String lastLines(Env env, Path log) {
    try {
      List<String> lines =
          new String(env.files().read(log), StandardCharsets.UTF_8).strip().lines().toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
      return String.join("\n", last).replaceFirst("^coxswain: ", "");
    } catch (IOException e) {
      return "see " + log;
    }
  }

  private static void announce(NamedCluster cluster, NamedCluster.Details details) {
    System.out.printf(
        "cluster %s is ready: %s, %s%n", cluster.name(), details.url(), details.nodes());
    System.out.println();
    if (details.exportedTo().isEmpty()) {
      System.out.println("  export KUBECONFIG=" + details.kubeconfig());
      System.out.println("  kubectl get nodes");
    } else {
      System.out.println("  kubectl --context " + cluster.context() + " get nodes");
    }
    System.out.println("  coxswain logs " + cluster.name());
    System.out.println("  coxswain down " + cluster.name());
    String link = details.console();
    if (link != null && !link.isEmpty()) {
      System.out.println();
      System.out.println("  console: " + link);
    }
  }

  // ---- in the foreground

  private void run(Env env, @Nullable NamedCluster named) throws Exception {
    logs.apply();
    Bell stop = env.tasks().newBell();
    var asked = new AtomicBoolean();
    Runnable whenAsked =
        () -> {
          asked.set(true);
          stop.ring();
        };
    try (var _ = Program.onStopSignal(whenAsked);
        EmbeddedCluster cluster =
            EmbeddedCluster.start(
                env, server, options, notice -> System.out.println("note: " + notice), asked::get);
        var exported = export(env, named);
        UpConsole.Running page =
            console.start(env, cluster, link -> newLink(env, cluster, named, exported, link))) {
      if (named != null) {
        named.write(details(env, cluster, exported.file, page.link()));
      }
      announce(cluster, exported, page.link());
      Bell failed = cluster.failed();
      env.tasks()
          .spawn(
              "failure",
              () -> {
                failed.await(0);
                stop.ring();
              });
      if (!asked.get() && cluster.failure().isEmpty()) {
        stop.await(0);
      }
      if (!asked.get() && cluster.failure().isPresent()) {
        throw new CommandException("the cluster failed: " + cluster.failure().get());
      }
    } catch (CancelledException e) {
      if (!asked.get()) {
        throw e;
      }
    }
  }

  /** A login link has been used; the next one is for other browsers. */
  private void newLink(
      Env env,
      EmbeddedCluster cluster,
      @Nullable NamedCluster named,
      Exported exported,
      String link) {
    System.out.println("console       " + link);
    if (named != null) {
      named.write(details(env, cluster, exported.file, link));
    }
  }

  private NamedCluster.Details details(
      Env env, EmbeddedCluster cluster, @Nullable Path exported, String link) {
    String url = cluster.front().url();
    return new NamedCluster.Details(
        BackgroundProgram.ownPid(),
        env.clock().now().toString(),
        true,
        url,
        URI.create(url).getPort(),
        server.kubeconfig.toAbsolutePath().toString(),
        options.nodes + (options.nodes == 1 ? " node" : " nodes"),
        exported == null ? "" : exported.toString(),
        link);
  }

  /** A context in the user's kubeconfig, until it is closed. */
  private record Exported(KubeconfigExport export, @Nullable Path file, String context)
      implements AutoCloseable {
    @Override
    public void close() {
      if (file != null) {
        export.remove(file, context);
      }
    }
  }

  private Exported export(Env env, @Nullable NamedCluster named) {
    var exports = new KubeconfigExport(env.files());
    String context = named == null ? "coxswain" : named.context();
    if (export == null) {
      return new Exported(exports, null, context);
    }
    Path file = export.isEmpty() ? KubeconfigExport.defaultFile() : Path.of(export);
    exports.add(file, context, server.kubeconfig);
    return new Exported(exports, file.toAbsolutePath(), context);
  }

  private void announce(EmbeddedCluster cluster, Exported exported, String link) {
    server.warning().ifPresent(text -> System.err.println("warning: " + text));
    System.out.println("API server    " + server.describe(cluster.front()));
    System.out.println("controllers   " + cluster.controllers());
    System.out.println("scheduler     " + (options.noScheduler ? "none" : "default-scheduler"));
    System.out.println("nodes         " + nodes());
    if (options.slurm) {
      EmbeddedSlurm.describe(options).forEach(System.out::println);
    }
    if (exported.file != null) {
      System.out.println("context       " + exported.context + " in " + exported.file);
    }
    if (!link.isEmpty()) {
      System.out.println("console       " + link);
    }
    System.out.println("ready");
    System.out.println();
    System.out.println("  export KUBECONFIG=" + server.kubeconfig.toAbsolutePath());
    System.out.println("  kubectl get nodes");
    if (options.slurm) {
      System.out.println("  kubectl apply -f examples/slurm-cluster.yaml");
      System.out.println("  kubectl -n slurm get slurmclusters,nodesets,pods");
    } else {
      System.out.println("  kubectl apply -f examples/hello-distributed.yaml");
      System.out.println("  kubectl get trainjobs,jobsets,jobs,pods");
    }
  }

  private String nodes() {
    String process = options.processNodes() + " (containers are local processes)";
    String simulated = options.simulatedNodes() + " simulated (containers are not executed)";
    return switch (options.kind()) {
      case process -> process;
      case simulated -> simulated;
      case both -> process + ", " + simulated;
    };
  }
}
