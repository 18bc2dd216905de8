package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Controllers that create pods: our manager and the Go one, each on its own real API server and
 * with its limits lifted, and all of ours in one program. All run all the time and are measured
 * alternately.
 */
final class KubeComparison {
  /** Ten times as fast as the Go programs were. */
  private static final double DEPLOYMENT_GOAL_SECONDS = 0.15;

  private static final double JOB_GOAL_SECONDS = 0.38;

  /** Processors that the programs of one environment use together when idle. */
  private static final double IDLE = 0.15;

  private static final double LOOK_SECONDS = 0.5;
  private static final int MAX_LOOKS = 60;

  /** Fewer requests of a verb and resource are not shown. */
  private static final int FREQUENT = 50;

  private final Env env;
  private final AllBenchCommand options;
  private final GoPrograms programs;
  private final Comparison comparison;
  private final int replicas;
  private final int pods;

  KubeComparison(Env env, AllBenchCommand options, GoPrograms programs, Comparison comparison) {
    this.env = env;
    this.options = options;
    this.programs = programs;
    this.comparison = comparison;
    this.replicas = options.size(1_000);
    this.pods = options.size(2_000);
  }

  /** A cluster with controllers. */
  private final class Stage implements Closeable {
    private final Wire wire;
    private final Workloads workloads;

    /** The processes of all its programs; the manager is the last. */
    private final long[] pids;

    private double residentWithPods;

    Stage(Target target, long... pids) throws IOException, InterruptedException {
      this.pids = pids;
      wire = new Wire(target);
      workloads = Workloads.open(env, new Calls(wire));
      comparison.progress().say("warming up");
      workloads.deployment(options.size(200), Workloads.NOTHING);
      workloads.job(options.size(400), Workloads.NOTHING);
    }

    long[] servers() {
      return Arrays.copyOf(pids, pids.length - 1);
    }

    RequestCounts requests() throws IOException {
      return RequestCounts.of(new Calls(wire).metrics());
    }

    long manager() {
      return pids[pids.length - 1];
    }

    Workloads.Times deployment() throws IOException, InterruptedException {
      return rested(workloads.deployment(replicas, Workloads.NOTHING));
    }

    Workloads.Times job() throws IOException, InterruptedException {
      return rested(workloads.job(pods, () -> residentWithPods = Child.residentMiB(pids)));
    }

    /**
     * Waits for the work after the deletion of the last pod, which takes seconds for thousands: it
     * must not affect the next measurement.
     */
    private Workloads.Times rested(Workloads.Times times) throws InterruptedException {
      double used = 1;
      for (int looks = 0; used > IDLE * LOOK_SECONDS && looks < MAX_LOOKS; looks++) {
        double before = Child.cpuSeconds(pids);
        Thread.sleep((long) (LOOK_SECONDS * 1_000));
        used = Child.cpuSeconds(pids) - before;
      }
      return times;
    }

    @Override
    public void close() {
      wire.close();
    }
  }

  void run() throws IOException, InterruptedException {
    Optional<String> server = programs.absence("etcd", "kube-apiserver");
    Optional<String> manager = programs.absence("kube-controller-manager");
    server.ifPresent(why -> comparison.remark("skipped: controllers on a real API server: " + why));
    manager.ifPresent(why -> comparison.remark("skipped: the Go controllers: " + why));
    var open = new ArrayList<Closeable>();
    try {
      Stage own = server.isPresent() ? null : onReal(open, false);
      Stage theirs = server.isPresent() || manager.isPresent() ? null : onReal(open, true);
      Stage up = embedded(open);
      for (int round = 0; round < options.rounds; round++) {
        round(own, theirs, up);
      }
      resident(own, theirs, up);
      if (own != null && theirs != null) {
        requests(own.requests(), theirs.requests());
      }
    } finally {
      for (Closeable one : open.reversed()) {
        one.close();
      }
    }
  }

  // ---- the stages

  /** A real API server with one of the managers. */
  private Stage onReal(List<Closeable> open, boolean go) throws IOException, InterruptedException {
    comparison
        .progress()
        .say("starting kube-apiserver for " + (go ? "the Go manager" : "our manager"));
    GoControlPlane plane = GoControlPlane.start(env, programs, false);
    open.add(plane);
    List<String> words =
        go
            ? new ArrayList<>(List.of(programs.program("kube-controller-manager").toString()))
            : Programs.coxswain("kube-controller-manager");
    words.addAll(
        List.of(
            "--kubeconfig=" + plane.kubeconfig(),
            "--leader-elect=false",
            "--controllers=*",
            "--secure-port=0",
            "--root-ca-file=" + plane.file("ca.crt"),
            "--service-account-private-key-file=" + plane.file("serving.key"),
            "--kube-api-qps=10000",
            "--kube-api-burst=10000"));
    Child manager = Child.launch(words, plane.folder(), "manager.log");
    open.add(manager);
    long[] pids =
        LongStream.concat(LongStream.of(plane.pids()), LongStream.of(manager.pid())).toArray();
    try {
      var stage = new Stage(plane.target(), pids);
      open.add(stage);
      return stage;
    } catch (IOException e) {
      throw new IOException(e.getMessage() + "; the manager said " + manager.lastLines(), e);
    }
  }

  private Stage embedded(List<Closeable> open) throws IOException, InterruptedException {
    comparison.progress().say("starting up");
    Path folder = Files.createTempDirectory("coxswain-bench");
    open.add(() -> Child.delete(folder));
    Child up =
        Child.start(
            Programs.coxswain("up", "--kubeconfig", "kubeconfig", "--nodes", "0", "--no-scheduler"),
            folder);
    open.add(up);
    var stage = new Stage(Target.of(env, folder.resolve("kubeconfig")), up.pid());
    open.add(stage);
    return stage;
  }

  // ---- the measurements

  private void round(@Nullable Stage own, @Nullable Stage theirs, Stage up)
      throws IOException, InterruptedException {
    String deployment = "Deployment of %,d, all pods there".formatted(replicas);
    String job = "Indexed Job of %,d, all pods there".formatted(pods);
    Measure deploymentOnReal = onReal(deployment).times(1);
    Measure jobOnReal = onReal(job).times(1);
    Measure deploymentEmbedded = embedded(deployment).atMost(DEPLOYMENT_GOAL_SECONDS);
    Measure jobEmbedded = embedded(job).atMost(JOB_GOAL_SECONDS);
    if (own != null) {
      deployments(own.deployment(), deploymentOnReal, true);
    }
    if (theirs != null) {
      Workloads.Times times = theirs.deployment();
      deployments(times, deploymentOnReal, false);
      comparison.theirs(deploymentEmbedded, times.pods());
    }
    comparison.ours(deploymentEmbedded, up.deployment().pods());
    if (own != null) {
      deployments(own.job(), jobOnReal, true);
    }
    if (theirs != null) {
      Workloads.Times times = theirs.job();
      deployments(times, jobOnReal, false);
      comparison.theirs(jobEmbedded, times.pods());
    }
    comparison.ours(jobEmbedded, up.job().pods());
  }

  private static Measure onReal(String what) {
    return Measure.of(what + ", on kube-apiserver", Measure.Unit.SECONDS);
  }

  private static Measure embedded(String what) {
    return Measure.of(what + ", `up`; Go on kube-apiserver", Measure.Unit.SECONDS);
  }

  private void deployments(Workloads.Times times, Measure made, boolean ours) {
    Measure gone =
        Measure.of(
            made.what().replace("all pods there", "deletion to no pod left"), Measure.Unit.SECONDS);
    if (ours) {
      comparison.ours(made, times.pods());
      comparison.ours(gone, times.gone());
    } else {
      comparison.theirs(made, times.pods());
      comparison.theirs(gone, times.gone());
    }
  }

  private void resident(@Nullable Stage own, @Nullable Stage theirs, Stage up) {
    Measure manager = Measure.of("resident, the manager after all this", Measure.Unit.MIB);
    Measure all =
        Measure.of(
            "resident with %,d pods, `up`; Go server, etcd and manager".formatted(pods),
            Measure.Unit.MIB);
    Measure cpu =
        Measure.of(
            "processor time of the manager, its start and warm-up too", Measure.Unit.SECONDS);
    Measure server =
        Measure.of("processor time of its etcd and kube-apiserver", Measure.Unit.SECONDS);
    if (own != null) {
      comparison.ours(manager, Child.residentMiB(own.manager()));
      comparison.ours(cpu, Child.cpuSeconds(own.manager()));
      comparison.ours(server, Child.cpuSeconds(own.servers()));
    }
    if (theirs != null) {
      comparison.theirs(server, Child.cpuSeconds(theirs.servers()));
      comparison.theirs(manager, Child.residentMiB(theirs.manager()));
      comparison.theirs(cpu, Child.cpuSeconds(theirs.manager()));
      comparison.theirs(all, theirs.residentWithPods);
    }
    comparison.ours(all, up.residentWithPods);
  }

  /** Counts the requests to both servers, of which the benchmark's own are the same. */
  private void requests(RequestCounts own, RequestCounts theirs) {
    for (String what : RequestCounts.frequent(FREQUENT, own, theirs)) {
      Measure count = Measure.of("requests: " + what, Measure.Unit.COUNT);
      comparison.ours(count, own.get(what));
      comparison.theirs(count, theirs.get(what));
    }
  }
}
