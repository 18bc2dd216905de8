package io.coxswain.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Clients that each send the next request after the last response. */
final class Load {
  private final Target target;
  private final long[] pids;
  private final int clients;
  private final long nanos;

  /**
   * @param pids the processes of the server, whose processor time is counted; none if unknown
   */
  Load(Target target, int clients, double seconds, long... pids) {
    this.target = target;
    this.pids = pids.clone();
    this.clients = clients;
    this.nanos = (long) (seconds * 1e9);
  }

  /** One request; false if there is nothing more to do. */
  interface Request {
    boolean send(Wire wire, int client, int number) throws IOException;
  }

  /**
   * The result of a load.
   *
   * @param serverMicros processor time of the server per request; negative if unknown. The value
   *     that other programs on the host affect least
   */
  record Result(double perSecond, Latencies latencies, double serverMicros) {
    Report.Row row(String what) {
      return new Report.Row(
          what,
          perSecond,
          latencies.millis(0.5),
          latencies.millis(0.99),
          serverMicros < 0 ? "" : "%.0f us of the server".formatted(serverMicros));
    }
  }

  Result run(Request request) throws IOException, InterruptedException {
    var all = new Latencies();
    var failure = new AtomicReference<@Nullable IOException>();
    var ready = new CountDownLatch(clients);
    var go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    long[] start = new long[1];
    for (int i = 0; i < clients; i++) {
      int client = i;
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (var wire = new Wire(target)) {
                      ready.countDown();
                      go.await();
                      Latencies own = loop(wire, client, start[0] + nanos, request);
                      synchronized (all) {
                        all.merge(own);
                      }
                    } catch (IOException e) {
                      failure.compareAndSet(null, e);
                      ready.countDown();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    ready.await();
    double before = Child.cpuSeconds(pids);
    start[0] = System.nanoTime();
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    double took = (System.nanoTime() - start[0]) / 1e9;
    IOException why = failure.get();
    if (why != null) {
      throw why;
    }
    double used = Child.cpuSeconds(pids) - before;
    return new Result(
        all.count() / took, all, before < 0 ? -1 : used * 1e6 / Math.max(1, all.count()));
  }

  private static Latencies loop(Wire wire, int client, long until, Request request)
      throws IOException {
    var own = new Latencies();
    long now = System.nanoTime();
    for (int number = 0; now < until; number++) {
      if (!request.send(wire, client, number)) {
        break;
      }
      long after = System.nanoTime();
      own.add(after - now);
      now = after;
    }
    return own;
  }
}
