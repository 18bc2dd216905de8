package io.coxswain.apiserver.flow;

import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/**
 * Estimates the work of requests: of lists by the bytes that they read, of writes by the watches
 * that will be sent their event. Thread-safe.
 */
final class WorkEstimate {
  private static final int MAX_LIST_SEATS = 100;
  private static final int MAX_WRITE_SEATS = 10;
  private static final long BYTES_PER_SEAT = 100_000;
  private static final long MAX_BYTES_AT_ONCE = 1_000_000;
  private static final int WATCHES_PER_SEAT = 10;
  private static final long EVENT_NANOS = Duration.ofMillis(5).toNanos();
  private static final int SAMPLE = 8;
  private static final long SAMPLE_NANOS = Duration.ofSeconds(10).toNanos();

  private final KindRegistry kinds;
  private final Clock clock;
  private final Map<String, Average> averages = new ConcurrentHashMap<>();

  /** The open watches from outside the process, by resource and namespace; none are zero. */
  private final Map<String, Integer> watches = new ConcurrentHashMap<>();

  /** The average size of some objects of a collection. */
  private record Average(long bytes, long at) {}

  WorkEstimate(KindRegistry kinds, Clock clock) {
    this.kinds = kinds;
    this.clock = clock;
  }

  /**
   * @param watched is given the number of watches that receive the event of a write
   */
  Work of(
      RequestInfo info, ApiRequest request, Snapshot snapshot, int maxSeats, IntConsumer watched) {
    return switch (info.verb()) {
      case "list", "watch" -> list(info, request, snapshot, maxSeats);
      case "create", "update", "patch", "delete" -> write(info, maxSeats, watched);
      default -> Work.ONE;
    };
  }

  private Work list(RequestInfo info, ApiRequest request, Snapshot snapshot, int maxSeats) {
    if (!info.isResource()) {
      return Work.ONE;
    }
    String revision = request.query("resourceVersion");
    boolean initial =
        "true".equals(request.query("sendInitialEvents"))
            || revision == null
            || revision.isEmpty()
            || revision.equals("0");
    String fields = request.query("fieldSelector");
    boolean one = !info.name().isEmpty() || (fields != null && fields.startsWith("metadata.name="));
    if (one || (info.verb().equals("watch") && !initial)) {
      return Work.ONE;
    }
    Optional<ServedKind> kind = kinds.find(snapshot, info.group(), info.version(), info.resource());
    if (kind.isEmpty()) {
      return Work.ONE;
    }
    var collection = snapshot.collection(kind.get().collection());
    long objects = Math.min(limit(request), collection.size());
    long bytes =
        Math.min(
            MAX_BYTES_AT_ONCE, objects * average(kind.get().collection(), collection.values()));
    long most = maxSeats == 0 ? MAX_LIST_SEATS : Math.min(maxSeats, MAX_LIST_SEATS);
    return Work.ofSeats((int) Math.clamp(Math.ceilDiv(bytes, BYTES_PER_SEAT), 1L, most));
  }

  private static long limit(ApiRequest request) {
    String asked = request.query("limit");
    if (asked == null || asked.isEmpty() || asked.length() > 9) {
      return Long.MAX_VALUE;
    }
    for (int i = 0; i < asked.length(); i++) {
      if (asked.charAt(i) < '0' || asked.charAt(i) > '9') {
        return Long.MAX_VALUE;
      }
    }
    long limit = Long.parseLong(asked);
    return limit == 0 ? Long.MAX_VALUE : limit;
  }

  private long average(String collection, Iterable<Stored> objects) {
    long now = clock.nanos();
    Average known = averages.get(collection);
    if (known != null && now - known.at < SAMPLE_NANOS) {
      return known.bytes;
    }
    long sum = 0;
    int count = 0;
    for (Stored object : objects) {
      sum += object.length();
      if (++count == SAMPLE) {
        break;
      }
    }
    long average = count == 0 ? 0 : sum / count;
    averages.put(collection, new Average(average, now));
    return average;
  }

  private Work write(RequestInfo info, int maxSeats, IntConsumer watched) {
    boolean noEvent =
        !info.isResource()
            || (info.resource().equals("serviceaccounts") && info.subresource().equals("token"));
    if (noEvent) {
      return Work.ONE;
    }
    int watching = watches.isEmpty() ? 0 : watches.getOrDefault(key(info, ""), 0);
    if (!watches.isEmpty() && !info.namespace().isEmpty()) {
      watching += watches.getOrDefault(key(info, info.namespace()), 0);
    }
    watched.accept(watching);
    if (watching < WATCHES_PER_SEAT) {
      return Work.ONE;
    }
    int wanted = Math.ceilDiv(watching, WATCHES_PER_SEAT);
    int most = maxSeats == 0 ? MAX_WRITE_SEATS : Math.min(maxSeats, MAX_WRITE_SEATS);
    int seats = Math.min(wanted, most);
    return new Work(1, seats, wanted * EVENT_NANOS / seats);
  }

  private static String key(RequestInfo info, String namespace) {
    return info.group() + "/" + info.resource() + "/" + namespace;
  }

  /** Counts an open watch; the result ends that. */
  Runnable watching(RequestInfo info) {
    String key = key(info, info.namespace());
    watches.merge(key, 1, Integer::sum);
    return () -> watches.computeIfPresent(key, (_, n) -> n == 1 ? null : n - 1);
  }
}
