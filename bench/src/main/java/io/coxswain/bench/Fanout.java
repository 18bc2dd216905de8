package io.coxswain.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many open watches while objects are updated at a steady rate, and one more that never reads. The
 * latency of an event is counted from the scheduled time of its update, so it includes request,
 * commit and event.
 */
final class Fanout {
  private static final byte[] MARK = "\"bench/time\":\"".getBytes(StandardCharsets.ISO_8859_1);

  private final Target target;
  private final int watchers;
  private final int updatesPerSecond;
  private final double seconds;

  Fanout(Target target, int watchers, int updatesPerSecond, double seconds) {
    this.target = target;
    this.watchers = watchers;
    this.updatesPerSecond = updatesPerSecond;
    this.seconds = seconds;
  }

  /** The paths to watch and to update. */
  interface Paths {
    String watch(int watcher);

    String update(int number);
  }

  Report.Row run(String what, String all, Paths paths) throws IOException, InterruptedException {
    long since = System.nanoTime();
    var latencies = new Latencies();
    var open = new CountDownLatch(watchers);
    var failed = new AtomicInteger();
    var wires = new ArrayList<Wire>();
    List<Thread> readers = new ArrayList<>();
    try (var stuck = new Wire(target)) {
      stuck.open("GET", all + "?watch=true", "", new byte[0]);
      for (int i = 0; i < watchers; i++) {
        var wire = new Wire(target);
        wires.add(wire);
        String path = paths.watch(i);
        readers.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      var own = new Latencies();
                      try {
                        wire.open("GET", path, "", new byte[0]);
                        open.countDown();
                        read(wire.stream(), since, own);
                      } catch (IOException e) {
                        failed.incrementAndGet();
                        open.countDown();
                      }
                      synchronized (latencies) {
                        latencies.merge(own);
                      }
                    }));
      }
      open.await();
      int broken = failed.get();
      double rate = update(paths);
      wires.forEach(Wire::abort);
      for (Thread reader : readers) {
        reader.join();
      }
      return new Report.Row(
          what,
          latencies.count() / seconds,
          latencies.millis(0.5),
          latencies.millis(0.99),
          "events; %.0f updates/s%s"
              .formatted(rate, broken == 0 ? "" : ", " + broken + " watches failed"));
    } finally {
      wires.forEach(Wire::abort);
    }
  }

  /** Sends updates at their scheduled times, regardless of earlier ones. */
  private double update(Paths paths) throws IOException, InterruptedException {
    int senders = 8;
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    var sent = new AtomicInteger();
    var next = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < senders; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (var wire = new Wire(target)) {
                      while (true) {
                        int number = next.getAndIncrement();
                        long due = start + number * 1_000_000_000L / updatesPerSecond;
                        if (due >= end) {
                          return;
                        }
                        long wait = due - System.nanoTime();
                        if (wait > 0) {
                          Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
                        }
                        wire.call(
                            "PATCH",
                            paths.update(number),
                            "application/merge-patch+json",
                            Pods.stamp(due),
                            false);
                        sent.incrementAndGet();
                      }
                    } catch (IOException e) {
                      return; // fewer updates; the row shows it
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double took = (System.nanoTime() - start) / 1e9;
    Thread.sleep(200); // the last events are on their way
    return sent.get() / took;
  }

  /** Extracts the time from each event and ignores the rest. */
  private static void read(InputStream in, long since, Latencies latencies) {
    byte[] buffer = new byte[32 * 1024];
    int matched = 0;
    long value = -1;
    try {
      for (int read = in.read(buffer, 0, buffer.length);
          read >= 0;
          read = in.read(buffer, 0, buffer.length)) {
        for (int i = 0; i < read; i++) {
          byte b = buffer[i];
          if (value >= 0) {
            if (b >= '0' && b <= '9') {
              value = value * 10 + (b - '0');
            } else {
              if (value >= since) { // not of objects that existed before
                latencies.add(System.nanoTime() - value);
              }
              value = -1;
            }
          } else if (b == MARK[matched]) {
            if (++matched == MARK.length) {
              matched = 0;
              value = 0;
            }
          } else {
            matched = b == MARK[0] ? 1 : 0;
          }
        }
      }
    } catch (IOException e) {
      return; // the measurement has ended
    }
  }
}
