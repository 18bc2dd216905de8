package io.coxswain.console.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.console.summary.Fields;
import io.coxswain.console.summary.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The values that trainings have reported. The API keeps only the last ones, so the history begins
 * when the console first sees a training.
 *
 * <p>Thread-safe. Bounded: of the trainings the most recently changed are kept, and of a metric at
 * most so many points, of which every second one is dropped when there are too many.
 */
public final class MetricHistory {
  static final int MAX_TRAININGS = 500;
  static final int MAX_METRICS = 256;
  static final int MAX_POINTS = 2000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Training> byUid =
      new LinkedHashMap<>(16, 0.75f, true) {
        @java.io.Serial private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Training> eldest) {
          return size() > MAX_TRAININGS;
        }
      };

  /** A value at a time, in milliseconds since 1970. */
  public record Point(long millis, double value) {}

  private static final class Training {
    private String reported = "";
    private final SortedMap<String, List<Point>> series = new TreeMap<>();
  }

  /** Adds what the training reports now, unless that has been added before. */
  void observe(Workload trainJob, Instant now) {
    JsonNode status = trainJob.status().path("trainerStatus");
    String reported = status.path("lastUpdatedTime").asText("") + status.path("metrics");
    if (status.path("metrics").isEmpty()) {
      return;
    }
    Instant time = Fields.time(status, "lastUpdatedTime");
    lock.lock();
    try {
      Training training = byUid.computeIfAbsent(trainJob.uid(), _ -> new Training());
      if (training.reported.equals(reported)) {
        return;
      }
      training.reported = reported;
      for (JsonNode metric : status.path("metrics")) {
        Double value = number(Fields.text(metric, "value"));
        String name = Fields.text(metric, "name");
        if (value != null
            && (training.series.containsKey(name) || training.series.size() < MAX_METRICS)) {
          add(
              training.series.computeIfAbsent(name, _ -> new ArrayList<>()),
              new Point((time == null ? now : time).toEpochMilli(), value));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static void add(List<Point> points, Point next) {
    // Reports within one second have the same time, because the API keeps whole seconds.
    long last = points.isEmpty() ? Long.MIN_VALUE : points.getLast().millis();
    points.add(next.millis() > last ? next : new Point(last + 1, next.value()));
    if (points.size() > MAX_POINTS) {
      var fewer = new ArrayList<Point>(MAX_POINTS / 2 + 1);
      for (int i = 0; i < points.size(); i += 2) {
        fewer.add(points.get(i));
      }
      points.clear();
      points.addAll(fewer);
    }
  }

  private static @Nullable Double number(String text) {
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? value : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** All series of a training by metric. */
  public SortedMap<String, List<Point>> of(String uid) {
    lock.lock();
    try {
      Training training = byUid.get(uid);
      if (training == null) {
        return Collections.emptySortedMap();
      }
      var copy = new TreeMap<String, List<Point>>();
      training.series.forEach((name, points) -> copy.put(name, List.copyOf(points)));
      return copy;
    } finally {
      lock.unlock();
    }
  }
}
