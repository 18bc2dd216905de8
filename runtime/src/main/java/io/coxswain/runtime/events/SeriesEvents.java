package io.coxswain.runtime.events;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Mailbox;
import io.coxswain.env.Task;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends events.k8s.io/v1 events, one at a time, on a task that is started with the first event. The
 * first event of a series is created, the second turns it into a series, later ones are counted in
 * memory; the count is written every half hour and when the series has been quiet for six minutes.
 */
public final class SeriesEvents {
  private static final Logger log = LoggerFactory.getLogger(SeriesEvents.class);
  private static final ResourceType TYPE = ResourceType.of(Event.class);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /**
   * The rate of kube-scheduler's event client, so that a burst of pods is not delayed by its
   * events.
   */
  private static final int PER_SECOND = 50;

  /** A manager that stops does not wait longer for buffered events. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private static final int BURST = 100;

  /** Capacity for about three minutes at the maximum rate; further events are dropped. */
  private static final int BUFFER = 10_000;

  private static final int MAX_ATTEMPTS = 12;
  private static final int MAX_NAMES = 3;
  private static final int MAX_INSTANCE_LENGTH = 128;
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Duration FINISH = Duration.ofMinutes(6);
  private static final Duration REFRESH = Duration.ofMinutes(30);

  private final Env env;
  private final Rest rest;
  private final String host;
  private final Entropy entropy;
  private final EventNames names;
  private final Mailbox<Event> notes;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Task sender;

  /** The sender's state of an event. */
  private static final class Series {
    final Event first;
    int count = 1;
    Instant last;

    Series(Event first, Instant last) {
      this.first = first;
      this.last = last;
    }
  }

  /** Everything except the note and the time. */
  private record Key(
      String type,
      String action,
      String reason,
      String controller,
      String instance,
      ObjectReference regarding,
      @Nullable ObjectReference related) {
    static Key of(Event event) {
      return new Key(
          event.getType(),
          event.getAction(),
          event.getReason(),
          event.getReportingController(),
          event.getReportingInstance(),
          event.getRegarding(),
          event.getRelated());
    }
  }

  /**
   * @param host the host name of this replica
   */
  public SeriesEvents(Env env, Rest rest, String host) {
    this.env = env;
    this.rest = rest.isLimited() ? rest : rest.limited(PER_SECOND, BURST);
    this.host = host;
    this.entropy = env.entropy().derive("series events");
    this.names = new EventNames(entropy);
    this.notes = new Mailbox<>(env.tasks(), BUFFER);
  }

  /** A recorder for the controller. */
  public ActionRecorder recorder(String controller) {
    String instance = controller + "-" + host;
    return new Recording(
        controller, instance.substring(0, Math.min(MAX_INSTANCE_LENGTH, instance.length())));
  }

  private final class Recording implements ActionRecorder {
    private final String controller;
    private final String instance;

    Recording(String controller, String instance) {
      this.controller = controller;
      this.instance = instance;
    }

    @Override
    @FormatMethod
    public void normal(
        HasMetadata about,
        String reason,
        String action,
        @FormatString String note,
        Object... values) {
      record(about, null, "Normal", reason, action, String.format(Locale.ROOT, note, values));
    }

    @Override
    @FormatMethod
    public void warning(
        HasMetadata about,
        String reason,
        String action,
        @FormatString String note,
        Object... values) {
      record(about, null, "Warning", reason, action, String.format(Locale.ROOT, note, values));
    }

    @Override
    public void record(
        HasMetadata about,
        @Nullable HasMetadata related,
        String type,
        String reason,
        String action,
        String note) {
      if (!type.equals("Normal") && !type.equals("Warning")) {
        log.atError().addKeyValue("eventType", type).log("Unsupported event type");
        return;
      }
      offer(
          new EventBuilder()
              .withNewMetadata()
              .withNamespace(namespace(about))
              .endMetadata()
              .withEventTime(new MicroTime(MICROS.format(env.clock().now())))
              .withReportingController(controller)
              .withReportingInstance(instance)
              .withAction(action)
              .withReason(reason)
              .withRegarding(BufferedRecorder.reference(about))
              .withRelated(related == null ? null : BufferedRecorder.reference(related))
              .withNote(note)
              .withType(type)
              .build());
    }
  }

  private static String namespace(HasMetadata about) {
    String namespace = about.getMetadata().getNamespace();
    return namespace == null || namespace.isEmpty() ? "default" : namespace;
  }

  private void offer(Event event) {
    if (!notes.offer(event)) {
      log.atDebug()
          .addKeyValue("reason", event.getReason())
          .addKeyValue("note", event.getNote())
          .log("Event buffer is full, dropping event");
      return;
    }
    lock.lock();
    try {
      if (sender == null) {
        sender = env.tasks().spawn("series events", this::send);
      }
    } finally {
      lock.unlock();
    }
  }

  // ---- the sender -----------------------------------------------------------------------------

  private void send() throws CancelledException {
    Map<Key, Series> seriesByKey = new LinkedHashMap<>();
    long finish = env.clock().nanos() + FINISH.toNanos();
    long refresh = env.clock().nanos() + REFRESH.toNanos();
    while (true) {
      long now = env.clock().nanos();
      if (now >= refresh) {
        refresh(seriesByKey);
        refresh += REFRESH.toNanos();
        continue;
      }
      if (now >= finish) {
        finish(seriesByKey);
        finish += FINISH.toNanos();
        continue;
      }
      Event event =
          seriesByKey.isEmpty()
              ? notes.take()
              : notes.take(Duration.ofNanos(Math.min(finish, refresh) - now));
      if (event != null) {
        record(seriesByKey, event);
      } else if (notes.isClosed() && notes.size() == 0) {
        return;
      }
    }
  }

  private void record(Map<Key, Series> seriesByKey, Event event) throws CancelledException {
    Instant now = env.clock().now();
    Series series = seriesByKey.get(Key.of(event));
    if (series == null) {
      event.getMetadata().setName(names.next(event.getRegarding().getName(), now));
      series = new Series(event, now);
      seriesByKey.put(Key.of(event), series);
      attempt(series);
      return;
    }
    series.count++;
    series.last = now;
    if (series.count == 2) {
      attempt(series);
    }
  }

  /** Writes the counts, so that the events do not expire. */
  private void refresh(Map<Key, Series> seriesByKey) throws CancelledException {
    for (Series series : seriesByKey.values()) {
      if (series.count > 1) {
        write(series);
      }
    }
  }

  /** Finishes series that have been quiet. */
  private void finish(Map<Key, Series> seriesByKey) throws CancelledException {
    Instant before = env.clock().now().minus(FINISH);
    for (var entry : List.copyOf(seriesByKey.entrySet())) {
      Series series = entry.getValue();
      if (series.last.isBefore(before) && (series.count == 1 || write(series))) {
        seriesByKey.remove(entry.getKey());
      }
    }
  }

  private void attempt(Series series) throws CancelledException {
    for (int tries = 1; tries <= MAX_ATTEMPTS; tries++) {
      boolean isNew = tries == 1 && series.count == 1;
      if (isNew ? createFirst(series) : write(series)) {
        return;
      }
      if (tries < MAX_ATTEMPTS) {
        env.clock()
            .sleep(Duration.ofNanos((long) (PAUSE.toNanos() * (1 + entropy.nextDouble() / 4))));
      }
    }
    log.atInfo()
        .addKeyValue("event", ObjectKey.of(series.first))
        .log("Unable to write event (retry limit exceeded!)");
  }

  /** As {@link #write}, but an event of that name belongs to another recorder. */
  private boolean createFirst(Series series) throws CancelledException {
    for (int attempt = 1; attempt < MAX_NAMES; attempt++) {
      try {
        create(series);
        return true;
      } catch (ApiException.AlreadyExists e) {
        String regarding = series.first.getRegarding().getName();
        series.first.getMetadata().setName(names.next(regarding, env.clock().now()));
      } catch (ApiException.NoAnswer e) {
        return false;
      } catch (ApiException e) {
        log.atInfo()
            .addKeyValue("event", ObjectKey.of(series.first))
            .addKeyValue("err", e.getMessage())
            .log("Server rejected event (will not retry!)");
        return true;
      }
    }
    return write(series);
  }

  /** Whether the series needs no retry: a rejection is final, a missing response is not. */
  private boolean write(Series series) throws CancelledException {
    try {
      if (series.count == 1) {
        create(series);
      } else {
        try {
          patch(series);
        } catch (ApiException.NotFound e) {
          create(series);
        }
      }
      return true;
    } catch (ApiException.NoAnswer e) {
      return false;
    } catch (ApiException.AlreadyExists e) {
      return series.count == 1; // a lost response; the next attempt patches the series
    } catch (ApiException e) {
      log.atInfo()
          .addKeyValue("event", ObjectKey.of(series.first))
          .addKeyValue("err", e.getMessage())
          .log("Server rejected event (will not retry!)");
      return true;
    }
  }

  private void create(Series series) throws ApiException {
    Event event = series.first;
    if (series.count > 1) {
      event =
          new EventBuilder(event)
              .withNewSeries()
              .withCount(series.count)
              .withLastObservedTime(new MicroTime(MICROS.format(series.last)))
              .endSeries()
              .build();
    }
    rest.call(
        ApiRequest.of("POST", TYPE.path(event.getMetadata().getNamespace()))
            .body("application/json", Json.bytes(event)));
  }

  private void patch(Series series) throws ApiException {
    var patch = Json.MAPPER.createObjectNode();
    patch
        .putObject("series")
        .put("count", series.count)
        .put("lastObservedTime", MICROS.format(series.last));
    rest.call(
        ApiRequest.of("PATCH", TYPE.path(ObjectKey.of(series.first)))
            .body("application/merge-patch+json", Json.bytes(patch)));
  }

  /** Accepts no more events, and waits briefly until the buffered ones have been sent. */
  public void close(Duration atMost) throws CancelledException {
    notes.close();
    Task task = task();
    if (task != null) {
      task.join(atMost.compareTo(LAST_WORDS) < 0 ? atMost : LAST_WORDS);
    }
  }

  public void cancel() {
    notes.close();
    Task task = task();
    if (task != null) {
      task.cancel();
    }
  }

  private @Nullable Task task() {
    lock.lock();
    try {
      return sender;
    } finally {
      lock.unlock();
    }
  }
}
