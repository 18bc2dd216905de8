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
 * Sends events.k8s.io/v1 events, one after the other, on a task that exists once there is a first
 * one. The first of a series is created, the second makes it a series, later ones are counted here
 * and told to the server every half hour and when the series has been quiet for six minutes.
 */
public final class SeriesEvents {
  private static final Logger log = LoggerFactory.getLogger(SeriesEvents.class);
  private static final ResourceType TYPE = ResourceType.of(Event.class);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** As kube-scheduler's client for events: a burst of pods is not held up by telling of it. */
  private static final int PER_SECOND = 50;

  /** A manager that stops does not wait for a flood of events. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private static final int BURST = 100;

  /** What comes faster than it can be told for more than three minutes is dropped. */
  private static final int BUFFER = 10_000;

  private static final int MAX_ATTEMPTS = 12;
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

  /** What the sender knows of an event. */
  private static final class Series {
    final Event first;
    int count = 1;
    Instant last;

    Series(Event first, Instant last) {
      this.first = first;
      this.last = last;
    }
  }

  /** All but the note and the time. */
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
   * @param host what people know this replica by
   */
  public SeriesEvents(Env env, Rest rest, String host) {
    this.env = env;
    this.rest = rest.isLimited() ? rest : rest.limited(PER_SECOND, BURST);
    this.host = host;
    this.entropy = env.entropy().derive("series events");
    this.names = new EventNames(entropy);
    this.notes = new Mailbox<>(env.tasks(), BUFFER);
  }

  /** A recorder whose events name the controller as their source. */
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
        log.error("Unsupported event type: '{}'", type);
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
      log.debug("event dropped: {} {}", event.getReason(), event.getNote());
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
    Map<Key, Series> known = new LinkedHashMap<>();
    long finish = env.clock().nanos() + FINISH.toNanos();
    long refresh = env.clock().nanos() + REFRESH.toNanos();
    while (true) {
      long now = env.clock().nanos();
      if (now >= refresh) {
        refresh(known);
        refresh += REFRESH.toNanos();
        continue;
      }
      if (now >= finish) {
        finish(known);
        finish += FINISH.toNanos();
        continue;
      }
      Event event =
          known.isEmpty()
              ? notes.take()
              : notes.take(Duration.ofNanos(Math.min(finish, refresh) - now));
      if (event != null) {
        record(known, event);
      } else if (notes.isClosed() && notes.size() == 0) {
        return;
      }
    }
  }

  private void record(Map<Key, Series> known, Event event) throws CancelledException {
    Instant now = env.clock().now();
    Series series = known.get(Key.of(event));
    if (series == null) {
      event.getMetadata().setName(names.next(event.getRegarding().getName(), now));
      series = new Series(event, now);
      known.put(Key.of(event), series);
      attempt(series);
      return;
    }
    series.count++;
    series.last = now;
    if (series.count == 2) {
      attempt(series);
    }
  }

  /** Lets the server know the counts, so that the events do not expire. */
  private void refresh(Map<Key, Series> known) throws CancelledException {
    for (Series series : known.values()) {
      if (series.count > 1) {
        write(series);
      }
    }
  }

  /** Ends what has been quiet. */
  private void finish(Map<Key, Series> known) throws CancelledException {
    Instant before = env.clock().now().minus(FINISH);
    for (var each : List.copyOf(known.entrySet())) {
      Series series = each.getValue();
      if (series.last.isBefore(before) && (series.count == 1 || write(series))) {
        known.remove(each.getKey());
      }
    }
  }

  private void attempt(Series series) throws CancelledException {
    for (int tries = 1; tries <= MAX_ATTEMPTS; tries++) {
      if (write(series)) {
        return;
      }
      if (tries < MAX_ATTEMPTS) {
        env.clock()
            .sleep(Duration.ofNanos((long) (PAUSE.toNanos() * (1 + entropy.nextDouble() / 4))));
      }
    }
    log.info("event {} could not be sent", ObjectKey.of(series.first));
  }

  /** Whether there is nothing more to try: a refusal is final, a lack of an answer is not. */
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
      return series.count == 1; // a lost answer; a series is patched at the next try
    } catch (ApiException e) {
      log.info("event {} was refused: {}", ObjectKey.of(series.first), e.getMessage());
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

  /** Takes no more, and waits a little for what is buffered to be sent. */
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
