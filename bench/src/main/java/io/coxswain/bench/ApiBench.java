package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps of {@code coxswain bench api}. */
final class ApiBench {
  private static final int STARTS = 3;

  private final Env env;
  private final ApiBenchCommand options;
  private final Report report;

  ApiBench(Env env, ApiBenchCommand options, Report report) {
    this.env = env;
    this.options = options;
    this.report = report;
  }

  void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("coxswain-bench");
    try {
      Path kubeconfig = options.kubeconfig;
      if (kubeconfig != null) {
        measure(folder, Target.of(env, kubeconfig.toAbsolutePath()), options.pid);
        return;
      }
      for (int i = 1; i < STARTS; i++) {
        try (Child server = server(folder)) {
          start(server);
        }
      }
      try (Child server = server(folder)) {
        start(server);
        Thread.sleep(1000);
        memory("memory, idle", server.pid());
        measure(folder, Target.of(env, folder.resolve("kubeconfig")), server.pid());
      }
    } finally {
      env.files().delete(folder);
    }
  }

  private void start(Child server) {
    report.add(
        new Report.Row("start to ready", -1, server.readyMillis(), server.readyMillis(), ""));
  }

  private Child server(Path folder) throws IOException {
    List<String> command = Programs.coxswain("apiserver", "--kubeconfig", "kubeconfig");
    Path data = options.dataDirectory;
    if (data != null) {
      command.addAll(List.of("--data-dir", data.toAbsolutePath().toString()));
    }
    return Child.start(command, folder);
  }

  private void memory(String what, long pid) {
    double resident = Child.residentMiB(pid);
    if (resident >= 0) {
      report.note(what, "%.0f MiB resident".formatted(resident));
    }
  }

  private void measure(Path folder, Target target, long pid)
      throws IOException, InterruptedException {
    BenchNamespace namespace = BenchNamespace.create(env, target);
    try {
      warmUp(namespace);
      echo(folder);
      for (int clients : options.clients) {
        new PodLife(namespace, clients, options.seconds, pid)
            .run(EnumSet.allOf(PodLife.Step.class))
            .forEach(
                (step, result) -> report.add(result.row(step.words + ", " + clients + " clients")));
      }
      if (pid > 0) {
        memory("memory, loaded", pid);
      }
      if (options.watchers > 0) {
        watches(namespace);
        if (pid > 0) {
          memory("memory, after watches", pid);
        }
      }
    } finally {
      namespace.remove();
    }
  }

  private static void fail(@Nullable IOException problem) throws IOException {
    if (problem != null) {
      throw problem;
    }
  }

  /** A server in Java needs a warm-up to reach its speed. */
  private void warmUp(BenchNamespace namespace) throws IOException, InterruptedException {
    for (int round = 0; round < 2; round++) {
      new PodLife(namespace, 32, options.seconds).run(EnumSet.allOf(PodLife.Step.class));
    }
  }

  // ---- requests

  private void echo(Path folder) throws IOException, InterruptedException {
    Path kubeconfig = folder.resolve("echo");
    byte[] body = Pods.pod("echo", "");
    try (Child echo =
        Child.start(Child.java(EchoServer.class.getName(), kubeconfig.toString()), folder)) {
      Target target = Target.of(env, kubeconfig);
      for (int round = 0; round < 2; round++) {
        new Load(target, 32, options.seconds).run((wire, _, _) -> echo(wire, body));
      }
      for (int clients : options.clients) {
        report.add(
            new Load(target, clients, options.seconds, echo.pid())
                .run((wire, _, _) -> echo(wire, body))
                .row("echo, " + clients + " clients"));
      }
    }
  }

  private static boolean echo(Wire wire, byte[] body) throws IOException {
    fail(Wire.problem(wire.call("POST", "/echo", "application/json", body, false), "echo"));
    return true;
  }

  // ---- watches

  private void watches(BenchNamespace namespace) throws IOException, InterruptedException {
    var watches = new WatchLoad(namespace, options.watchers, Math.max(5, options.seconds * 2));
    watches.fill();
    report.add(watches.oneEach(options.updates));
    for (int rate : List.of(Math.max(1, options.updates / 10), options.updates)) {
      report.add(watches.ofAll(rate));
    }
  }
}
