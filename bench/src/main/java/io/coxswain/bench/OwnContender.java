package io.coxswain.bench;

import com.sun.management.OperatingSystemMXBean;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.env.Timers;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Patch;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Our runtime: {@code OwnContender MODE KUBECONFIG COUNT}. */
final class OwnContender {
  private static final int PACED = 50_000;
  private static final long PACE_NANOS = 100_000;

  private final Env env;
  private final PrintStream out;
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong measured = new AtomicLong();
  private final Map<ObjectKey, Long> added = new ConcurrentHashMap<>();
  private final double[] latencies = new double[2 * PACED];

  private final Deque<Runnable> maintenanceTasks = new ConcurrentLinkedDeque<>();

  OwnContender(ApiTransport api, PrintStream out) {
    this.env = Env.production().withApi(api);
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    Env env = Env.production();
    var contender =
        new OwnContender(
            HttpTransport.to(new Kubeconfig(env.files(), Map.of(), args[1], null)), System.out);
    contender.measure(args[0], Integer.parseInt(args[2]));
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  void measure(String mode, int count) throws Exception {
    switch (mode) {
      case "memory" -> memory(count);
      case "sync" -> sync();
      case "work" -> work();
      case "initial" -> initial(count);
      case "lease" -> lease();
      default -> throw new IllegalArgumentException("no such mode: " + mode);
    }
  }

  private ManagerBuilder manager() {
    return manager(env);
  }

  private static ManagerBuilder manager(Env env) {
    return Manager.builder(env).name("bench").cache(c -> c.namespaces(RuntimeBench.NAMESPACE));
  }

  /** Starts it and returns when its caches can be read. */
  private void start(Manager manager) throws InterruptedException {
    var started = new CountDownLatch(1);
    manager.add(
        new Manager.Routine() {
          @Override
          public void run() {
            started.countDown();
          }

          @Override
          public boolean needsLeader() {
            return false;
          }
        });
    Task _ = env.tasks().spawn("manager", manager::run);
    started.await();
  }

  private void memory(int count) throws Exception {
    Manager manager = manager(maintenanceOnRequest()).build();
    start(manager);
    Client client = manager.client();
    int others = client.list(ConfigMap.class).keys().size();
    long before = HeapMeter.settled();
    int pods;
    long peak;
    try (var meter = new HeapMeter()) {
      pods = client.list(Pod.class).keys().size();
      Thread.sleep(200); // the last notifications
      peak = meter.peak();
    }
    long after = HeapMeter.settled();
    if (pods != count || others == 0) {
      throw new IllegalStateException(pods + " pods and " + others + " others are cached");
    }
    out.printf(
        "fresh=%d%nsteady=%d%npeak=%d%n", (after - before) / count, after, Math.max(peak, after));
    while (!maintenanceTasks.isEmpty()) {
      maintenanceTasks.remove().run();
    }
    out.printf("heap=%d%n", (HeapMeter.settled() - before) / count);
  }

  /**
   * Objects are normally compressed within a minute; this skips the wait, and also shows them
   * uncompressed.
   */
  private Env maintenanceOnRequest() {
    Timers timers = env.timers();
    return new Env(
        env.clock(),
        new Timers() {
          @Override
          public Timer after(Duration delay, Runnable action) {
            return timers.after(delay, action);
          }

          @Override
          public Timer maintenance(Duration delay, Runnable work) {
            maintenanceTasks.add(work);
            return () -> maintenanceTasks.remove(work);
          }
        },
        env.tasks(),
        env.entropy(),
        env.files(),
        env.exec(),
        env.api(),
        env.http());
  }

  private void sync() throws Exception {
    Manager manager = manager().build();
    start(manager);
    Task pods = env.tasks().spawn("pods", () -> manager.client().list(Pod.class).keys());
    int others = manager.client().list(ConfigMap.class).keys().size();
    pods.join();
    out.println("synced=" + others);
    out.printf("cpu=%.0f%n", cpuNanos() / 1e6);
  }

  private void work() throws Exception {
    Manager manager = manager().build();
    Client client = manager.client();
    Controller<ObjectKey> controller =
        manager
            .controller("pods")
            .watch(Pod.class, watch -> watch.self())
            .workers(16)
            .reconcile(
                (key, _) -> {
                  Long at = added.remove(key);
                  if (at != null) {
                    latencies[(int) measured.getAndIncrement()] = (System.nanoTime() - at) / 1e6;
                  }
                  var _ = client.get(Pod.class, key);
                  done.incrementAndGet();
                  return Outcome.done();
                });
    start(manager);
    List<ObjectKey> keys = client.list(Pod.class).keys();
    while (done.get() < keys.size()) {
      Thread.sleep(10);
    }
    feed(controller, keys, Duration.ofSeconds(5));
    long cpu = cpuNanos();
    long from = done.get();
    out.printf("perSecond=%.0f%n", feed(controller, keys, Duration.ofSeconds(5)));
    out.printf("perCpuSecond=%.0f%n", (done.get() - from) * 1e9 / (cpuNanos() - cpu));
    Thread.sleep(1000);
    long begin = System.nanoTime();
    for (int i = 0; i < PACED; i++) {
      while (System.nanoTime() - begin < i * PACE_NANOS) {
        LockSupport.parkNanos(PACE_NANOS / 2);
      }
      ObjectKey key = keys.get(i % keys.size());
      added.put(key, System.nanoTime());
      controller.enqueue(key);
    }
    Thread.sleep(1000);
    double[] sorted = Arrays.copyOf(latencies, (int) measured.get());
    Arrays.sort(sorted);
    out.printf("p50=%.3f%np99=%.3f%n", sorted[sorted.length / 2], sorted[sorted.length * 99 / 100]);
    out.println("threads=" + ManagementFactory.getThreadMXBean().getThreadCount());
  }

  /** The processor time of this process, which other programs on the host affect least. */
  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Keeps about two thousand keys in the queue. */
  private double feed(Controller<ObjectKey> controller, List<ObjectKey> keys, Duration time) {
    long from = done.get();
    long begin = System.nanoTime();
    long fed = 0;
    while (System.nanoTime() - begin < time.toNanos()) {
      if (fed - (done.get() - from) < 2000) {
        controller.enqueue(keys.get((int) (fed++ % keys.size())));
      } else {
        LockSupport.parkNanos(PACE_NANOS);
      }
    }
    return (done.get() - from) * 1e9 / (System.nanoTime() - begin);
  }

  private void initial(int count) throws Exception {
    String last = "c" + (count - 1);
    var at = new AtomicLong();
    var changed = new CountDownLatch(1);
    Manager manager = manager().build();
    Client client = manager.client();
    var _ =
        manager
            .controller("maps")
            .watch(ConfigMap.class, watch -> watch.self())
            .reconcile(
                (key, _) -> {
                  var annotations =
                      client.get(ConfigMap.class, key).orElseThrow().getMetadata().getAnnotations();
                  if (key.name().equals(last) && "own".equals(annotations.get("bench/changed"))) {
                    at.compareAndSet(0, System.nanoTime());
                    changed.countDown();
                  }
                  env.clock().sleep(Duration.ofMillis(1));
                  done.incrementAndGet();
                  return Outcome.done();
                });
    start(manager);
    while (done.get() < 100) {
      Thread.sleep(1);
    }
    ConfigMap object =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(RuntimeBench.NAMESPACE)
            .withName(last)
            .endMetadata()
            .build();
    var annotation = Map.of("metadata", Map.of("annotations", Map.of("bench/changed", "own")));
    long from = done.get();
    long begin = System.nanoTime();
    client.patch(object, Patch.merge(annotation));
    changed.await();
    out.printf("behind=%.1f%npasses=%d%n", (at.get() - begin) / 1e6, done.get() - from);
  }

  private void lease() throws Exception {
    var at = new AtomicLong();
    var first = new CountDownLatch(1);
    Manager manager =
        manager().leaderElection(e -> e.id("bench").namespace(RuntimeBench.NAMESPACE)).build();
    var _ =
        manager
            .controller("maps")
            .watch(ConfigMap.class, watch -> watch.self())
            .warmUp()
            .reconcile(
                (_, _) -> {
                  Instant now = env.clock().now();
                  at.compareAndSet(0, now.getEpochSecond() * 1_000_000 + now.getNano() / 1000);
                  first.countDown();
                  return Outcome.done();
                });
    start(manager);
    first.await();
    out.println("first=" + at.get());
  }
}
