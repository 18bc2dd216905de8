package io.coxswain.bench;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Many watches, and the objects whose changes they wait for. */
final class WatchLoad {
  private static final int FILLERS = 16;
  private static final int FILL_SECONDS = 60;
  private static final int OTHERS = 100;

  private final BenchNamespace namespace;
  private final int watchers;
  private final double seconds;

  WatchLoad(BenchNamespace namespace, int watchers, double seconds) {
    this.namespace = namespace;
    this.watchers = watchers;
    this.seconds = seconds;
  }

  /** Creates the objects. */
  void fill() throws IOException, InterruptedException {
    fill("/pods", watchers, number -> Pods.pod("w" + number, "node-" + number));
    fill("/configmaps", OTHERS, number -> Pods.configMap("w" + number));
  }

  private void fill(String path, int count, IntFunction<byte[]> object)
      throws IOException, InterruptedException {
    var next = new AtomicInteger();
    new Load(namespace.target(), FILLERS, FILL_SECONDS)
        .run(
            (wire, _, _) -> {
              int number = next.getAndIncrement();
              if (number >= count) {
                return false;
              }
              byte[] body = object.apply(number);
              Wire.Answer answer =
                  wire.call("POST", namespace.path(path), "application/json", body, true);
              IOException problem = Wire.problem(answer, "POST " + path);
              if (problem != null) {
                throw problem;
              }
              return true;
            });
  }

  /** Each watch waits for one pod, like a kubelet. */
  Report.Row oneEach(int updatesPerSecond) throws IOException, InterruptedException {
    return new Fanout(namespace.target(), watchers, updatesPerSecond, seconds)
        .run(
            watchers + " watches, one pod each",
            namespace.path("/pods"),
            new Fanout.Paths() {
              @Override
              public String watch(int watcher) {
                return namespace.path(
                    "/pods?watch=true&fieldSelector=spec.nodeName%3Dnode-" + watcher);
              }

              @Override
              public String update(int number) {
                return namespace.path("/pods/w" + number * 7919L % watchers);
              }
            });
  }

  /** Each watch waits for all pods. */
  Report.Row ofAll(int updatesPerSecond) throws IOException, InterruptedException {
    return new Fanout(namespace.target(), watchers, updatesPerSecond, seconds)
        .run(
            watchers + " watches of all, " + updatesPerSecond + "/s",
            namespace.path("/configmaps"),
            new Fanout.Paths() {
              @Override
              public String watch(int watcher) {
                return namespace.path("/configmaps?watch=true");
              }

              @Override
              public String update(int number) {
                return namespace.path("/configmaps/w" + number % OTHERS);
              }
            });
  }
}
