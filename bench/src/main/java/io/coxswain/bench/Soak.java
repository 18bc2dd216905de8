package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The steps of {@code coxswain bench soak}. Two clusters are churned alternately. Each cycle ends
 * with everything in its desired state, then with everything deleted; then the processes are
 * examined.
 */
final class Soak {
  private static final int SHOWN_COMPLAINTS = 20;

  private final Env env;
  private final SoakCommand options;
  private final Progress progress = new Progress();
  private final Path folder;
  private final List<Watched> watched = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final SoakLog log = new SoakLog();
  private int cycles;
  private int restarts;

  Soak(Env env, SoakCommand options) throws IOException {
    this.env = env;
    this.options = options;
    this.folder = Files.createTempDirectory("coxswain-soak");
  }

  void run() throws InterruptedException {
    try {
      churn();
    } catch (IOException e) {
      wrong.add(String.valueOf(e.getMessage()));
    }
    try {
      log.read(home("whole").resolve("errors"), false);
      log.read(home("split").resolve("errors"), true);
      log.read(home("split").resolve("manager.log"), true);
    } catch (IOException e) {
      wrong.add("the logs cannot be read: " + e.getMessage());
    }
    if (!log.unexplained().isEmpty()) {
      wrong.add(log.unexplained().size() + " lines of the logs are not explained");
    }
    watched.forEach(process -> wrong.addAll(process.leaks()));
    if (wrong.isEmpty()) {
      Child.delete(folder);
    } else {
      progress.say("logs and data are kept in " + folder);
    }
  }

  private void churn() throws IOException, InterruptedException {
    int wholePort = freePort();
    Child up = up(wholePort);
    try (var split = new Split()) {
      watched.add(new Watched("`up` with %d nodes".formatted(options.nodes), up.pid()));
      watched.add(
          new Watched("kube-controller-manager, its API server restarted", split.manager.pid()));
      var whole = new Churn(Target.of(env, kubeconfig("whole")), new Random(options.seed), true);
      var other =
          new Churn(Target.of(env, kubeconfig("split")), new Random(options.seed + 1), false);
      long start = System.nanoTime();
      while (Calls.seconds(start) < options.minutes * 60) {
        cycle(whole);
        restarted(other, split);
        cycles++;
        for (Watched process : watched) {
          ProcessStats now = process.look(Calls.seconds(start) / 60);
          progress.say(
              "cycle %d, %s: %.1f MiB of heap, %.0f MiB resident, %d threads, %d files"
                  .formatted(
                      cycles,
                      process.name(),
                      now.heapMiB(),
                      now.residentMiB(),
                      now.threads(),
                      now.files()));
        }
      }
      progress.say("killing up in the middle of it");
      whole.fill();
      disturb(whole);
      up.kill();
      up = up(wholePort);
      whole.forgetWatches();
      whole.checkAllThere();
      whole.settle();
      whole.empty();
      whole.close();
      other.close();
    } finally {
      up.close();
    }
  }

  private void cycle(Churn churn) throws IOException, InterruptedException {
    churn.fill();
    disturb(churn);
    churn.settle();
    churn.empty();
  }

  private void restarted(Churn churn, Split split) throws IOException, InterruptedException {
    churn.fill();
    disturb(churn);
    split.restartServer();
    restarts++;
    churn.forgetWatches();
    churn.checkAllThere();
    disturb(churn);
    churn.settle();
    churn.empty();
  }

  private void disturb(Churn churn) throws IOException, InterruptedException {
    for (int i = 0; i < options.disturbances; i++) {
      churn.disturb();
    }
  }

  // ---- the clusters

  private Path home(String cluster) {
    return folder.resolve(cluster);
  }

  private Path kubeconfig(String cluster) {
    return home(cluster).resolve("kubeconfig");
  }

  private Child up(int port) throws IOException {
    Files.createDirectories(home("whole"));
    return Child.start(
        Programs.coxswain(
            "up",
            "--kubeconfig",
            "kubeconfig",
            "--data-dir",
            "data",
            "--port",
            Integer.toString(port),
            "--nodes",
            Integer.toString(options.nodes),
            "--node-kind",
            "simulated"),
        home("whole"));
  }

  /** An API server and a manager in two processes. */
  private final class Split implements AutoCloseable {
    private final int port = freePort();
    private Child server;
    private final Child manager;

    Split() throws IOException {
      Files.createDirectories(home("split"));
      server = server();
      manager =
          Child.launch(
              Programs.coxswain(
                  "kube-controller-manager",
                  "--kubeconfig=" + kubeconfig("split"),
                  "--leader-elect=false",
                  "--secure-port=0",
                  "--kube-api-qps=1000",
                  "--kube-api-burst=1000"),
              home("split"),
              "manager.log");
    }

    private Child server() throws IOException {
      return Child.start(
          Programs.coxswain(
              "apiserver",
              "--kubeconfig",
              "kubeconfig",
              "--data-dir",
              "data",
              "--port",
              Integer.toString(port)),
          home("split"));
    }

    void restartServer() throws IOException {
      server.kill();
      server = server();
    }

    @Override
    public void close() {
      manager.close();
      server.close();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  // ---- the end

  /** The problems found; empty if there are none. */
  List<String> verdict() {
    return wrong;
  }

  String report() {
    var text = new StringBuilder();
    text.append(
        "%d cycles in %.0f minutes with seed %d, %d restarts of an API server, one of a whole `up`\n"
            .formatted(cycles, options.minutes, options.seed, restarts));
    watched.forEach(process -> text.append(process.table()));
    text.append("\nLines of the logs that are explained:\n");
    log.explained().forEach((why, lines) -> text.append("- %d: %s\n".formatted(lines, why)));
    if (!log.unexplained().isEmpty()) {
      text.append("\nLines that are not:\n");
      log.unexplained().stream()
          .limit(SHOWN_COMPLAINTS)
          .forEach(line -> text.append("- " + line + "\n"));
    }
    text.append(
        wrong.isEmpty()
            ? "\n"
                + "Heap after GC, threads and open files flat; nothing stuck; every complaint"
                + " explained.\n"
            : "\nWrong:\n");
    wrong.forEach(one -> text.append("- " + one + "\n"));
    return text.toString();
  }
}
