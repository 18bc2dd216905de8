package io.coxswain.runtime.manager;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.events.Events;
import io.coxswain.runtime.events.SeriesEvents;
import io.coxswain.runtime.rest.Rest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** The senders of events of a manager: a pair for each client identity. */
final class EventSenders {
  private final List<Pair> pairs = new CopyOnWriteArrayList<>();

  /** The senders of both event APIs. */
  record Pair(Events events, SeriesEvents series) {}

  Pair add(Env env, Rest rest, String host) {
    var pair = new Pair(new Events(env, rest), new SeriesEvents(env, rest, host));
    pairs.add(pair);
    return pair;
  }

  /** Sends the remaining events, each sender within the remaining time. */
  void close(Supplier<Duration> left) throws CancelledException {
    for (Pair pair : pairs) {
      pair.events.close(left.get());
      pair.series.close(left.get());
    }
  }

  void cancel() {
    for (Pair pair : pairs) {
      pair.events.cancel();
      pair.series.cancel();
    }
  }
}
