package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What {@code coxswain bench api} does, in order. */
final class ApiBench {
  private static final int STARTS = 3;
  private static final byte[] NOTHING = {};

  private final Env env;
  private final ApiBenchCommand options;
  private final Report report;
  private final String namespace;

  ApiBench(Env env, ApiBenchCommand options, Report report) {
    this.env = env;
    this.options = options;
    this.report = report;
    this.namespace = "bench-" + env.entropy().suffix(5);
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
    prepare(target);
    try {
      warmUp(target);
      echo(folder);
      for (int clients : options.clients) {
        crud(target, clients, pid, report);
      }
      if (pid > 0) {
        memory("memory, loaded", pid);
      }
      if (options.watchers > 0) {
        watches(target);
        if (pid > 0) {
          memory("memory, after watches", pid);
        }
      }
    } finally {
      cleanUp(target);
    }
  }

  // ---- the place where it happens

  private String path(String rest) {
    return "/api/v1/namespaces/" + namespace + rest;
  }

  private void prepare(Target target) throws IOException {
    try (var wire = new Wire(target)) {
      create(wire, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
      create(wire, path("/serviceaccounts"), "{\"metadata\":{\"name\":\"default\"}}");
    }
  }

  private static void create(Wire wire, String path, String json) throws IOException {
    Wire.Answer answer =
        wire.call("POST", path, "application/json", json.getBytes(StandardCharsets.UTF_8), true);
    if (answer.status() != 409) {
      fail(Wire.problem(answer, "POST " + path));
    }
  }

  private static void fail(@Nullable IOException problem) throws IOException {
    if (problem != null) {
      throw problem;
    }
  }

  private void cleanUp(Target target) throws IOException {
    try (var wire = new Wire(target)) {
      for (String kind : List.of("/pods?gracePeriodSeconds=0", "/configmaps")) {
        wire.call("DELETE", path(kind), "", NOTHING, false);
      }
      wire.call("DELETE", path("/serviceaccounts"), "", NOTHING, false);
      wire.call("DELETE", path(""), "", NOTHING, false);
      // Nobody may be there who empties namespaces.
      String gone =
          "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\""
              + namespace
              + "\"},\"spec\":{\"finalizers\":[]}}";
      wire.call(
          "PUT",
          path("/finalize"),
          "application/json",
          gone.getBytes(StandardCharsets.UTF_8),
          false);
    }
  }

  /** A server in Java gets its speed from having been used. */
  private void warmUp(Target target) throws IOException, InterruptedException {
    for (int round = 0; round < 2; round++) {
      crud(target, 32, 0, null);
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
        new Load(target, 32, options.seconds, 0).run((wire, _, _) -> echo(wire, body));
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

  /** The life of many pods. */
  private void crud(Target target, int clients, long pid, @Nullable Report into)
      throws IOException, InterruptedException {
    var load = new Load(target, clients, options.seconds, pid);
    String prefix = "p" + clients;
    int[] made = new int[clients];
    Load.Result created =
        load.run(
            (wire, client, number) -> {
              String name = prefix + "-" + client + "-" + number;
              made[client] = number + 1;
              return expect(
                  wire.call("POST", path("/pods"), "application/json", Pods.pod(name, ""), false));
            });
    note(into, created, "create", clients);
    note(
        into,
        load.run(
            (wire, client, number) ->
                expect(wire.call("GET", pod(prefix, client, number, made), "", NOTHING, false))),
        "get",
        clients);
    note(
        into,
        load.run(
            (wire, _, _) -> expect(wire.call("GET", path("/pods?limit=100"), "", NOTHING, false))),
        "list of 100",
        clients);
    note(
        into,
        load.run(
            (wire, client, number) ->
                expect(
                    wire.call(
                        "PATCH",
                        pod(prefix, client, number, made) + "/status",
                        "application/merge-patch+json",
                        Pods.status(number),
                        false))),
        "patch status",
        clients);
    note(
        into,
        load.run(
            (wire, client, number) ->
                expect(
                    wire.call(
                        "PATCH",
                        pod(prefix, client, number, made) + "?fieldManager=bench-apply&force=true",
                        "application/apply-patch+yaml",
                        Pods.apply(name(prefix, client, number, made), number),
                        false))),
        "apply",
        clients);
    note(
        into,
        load.run(
            (wire, client, number) ->
                number < made[client]
                    && expect(
                        wire.call(
                            "DELETE",
                            pod(prefix, client, number, made) + "?gracePeriodSeconds=0",
                            "",
                            NOTHING,
                            false))),
        "delete",
        clients);
    try (var wire = new Wire(target)) {
      wire.call("DELETE", path("/pods?gracePeriodSeconds=0"), "", NOTHING, false);
    }
  }

  private static void note(@Nullable Report into, Load.Result result, String what, int clients) {
    if (into != null) {
      into.add(result.row(what + ", " + clients + " clients"));
    }
  }

  private static boolean expect(Wire.Answer answer) throws IOException {
    if (!answer.ok()) {
      throw new IOException("a request was answered " + answer.status());
    }
    return true;
  }

  private static String name(String prefix, int client, int number, int[] made) {
    return prefix + "-" + client + "-" + number % made[client];
  }

  private String pod(String prefix, int client, int number, int[] made) {
    return path("/pods/" + name(prefix, client, number, made));
  }

  // ---- watches

  private void watches(Target target) throws IOException, InterruptedException {
    int count = options.watchers;
    double seconds = Math.max(5, options.seconds * 2);
    fill(target, count, i -> path("/pods"), i -> Pods.pod("w" + i, "node-" + i));
    report.add(
        new Fanout(target, count, options.updates, seconds)
            .run(
                count + " watches, one pod each",
                path("/pods"),
                new Fanout.Paths() {
                  @Override
                  public String watch(int watcher) {
                    return path("/pods?watch=true&fieldSelector=spec.nodeName%3Dnode-" + watcher);
                  }

                  @Override
                  public String update(int number) {
                    return path("/pods/w" + number * 7919L % count);
                  }
                }));
    fill(target, 100, i -> path("/configmaps"), i -> Pods.configMap("w" + i));
    for (int rate : List.of(Math.max(1, options.updates / 10), options.updates)) {
      report.add(
          new Fanout(target, count, rate, seconds)
              .run(
                  count + " watches of all, " + rate + "/s",
                  path("/configmaps"),
                  new Fanout.Paths() {
                    @Override
                    public String watch(int watcher) {
                      return path("/configmaps?watch=true");
                    }

                    @Override
                    public String update(int number) {
                      return path("/configmaps/w" + number % 100);
                    }
                  }));
    }
  }

  private interface Maker<T> {
    T make(int number);
  }

  private static void fill(Target target, int count, Maker<String> path, Maker<byte[]> object)
      throws IOException, InterruptedException {
    var next = new AtomicInteger();
    new Load(target, 16, 60, 0)
        .run(
            (wire, _, _) -> {
              int number = next.getAndIncrement();
              if (number >= count) {
                return false;
              }
              return expect(
                  wire.call(
                      "POST", path.make(number), "application/json", object.make(number), false));
            });
  }
}
