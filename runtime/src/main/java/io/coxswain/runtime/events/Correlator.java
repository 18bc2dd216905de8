package io.coxswain.runtime.events;

import io.coxswain.api.Timestamps;
import io.coxswain.env.Entropy;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Limits the events about one object, by the rules of client-go's recorder: repeated events
 * increment the count of the existing one; from the tenth distinct message for the same object and
 * reason on they are aggregated into one event; and a source may send a burst of 25 events about an
 * object, then one every five minutes.
 */
final class Correlator {
  private static final int SIMILAR = 10;
  private static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);
  private static final double BURST = 25;
  private static final double SECONDS_PER_TOKEN = 300;
  private static final int REMEMBERED = 4096;

  private final Map<Group, Messages> groups = new Recent<>();
  private final Map<Source, Bucket> buckets = new Recent<>();
  private final Map<Same, Event> sent = new Recent<>();
  private final EventNames names;

  Correlator(Entropy entropy) {
    this.names = new EventNames(entropy);
  }

  /** Everything except the message. */
  private record Group(ObjectReference about, String component, String type, String reason) {}

  private record Source(ObjectReference about, String component, String type) {}

  /** The message is null for an aggregate. */
  private record Same(Group group, @Nullable String message) {}

  private static final class Messages {
    final TreeSet<String> different = new TreeSet<>();
    @Nullable Instant last;
  }

  private static final class Bucket {
    double tokens = BURST;
    @Nullable Instant last;
  }

  /** Evicts the least recently used entry. */
  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > REMEMBERED;
    }
  }

  /** How to handle a note. */
  sealed interface Verdict {
    record Create(Event event) implements Verdict {}

    record Count(Event event) implements Verdict {}

    record Drop() implements Verdict {}
  }

  /** Gives an event that has not been created another name. */
  void rename(Event event, Instant now) {
    event.getMetadata().setName(names.next(event.getInvolvedObject().getName(), now));
  }

  Verdict correlate(Note note, Instant now) {
    ObjectReference about = withoutVersion(note.about());
    var group = new Group(about, note.component(), note.type(), note.reason());
    boolean combined = isCombined(group, note.message(), now);
    String message =
        combined ? "(combined from similar events): " + note.message() : note.message();
    var same = new Same(group, combined ? null : note.message());
    Event before = sent.get(same);
    Event event = before == null ? create(note, message) : countUp(before, note, message);
    sent.put(same, event);
    if (!mayPass(new Source(about, note.component(), note.type()), now)) {
      return new Verdict.Drop();
    }
    return before == null ? new Verdict.Create(event) : new Verdict.Count(event);
  }

  private boolean isCombined(Group group, String message, Instant now) {
    Messages messages = groups.computeIfAbsent(group, g -> new Messages());
    if (messages.last != null
        && Duration.between(messages.last, now).compareTo(SIMILAR_WITHIN) > 0) {
      messages.different.clear();
    }
    messages.last = now;
    messages.different.add(message);
    if (messages.different.size() < SIMILAR) {
      return false;
    }
    messages.different.removeFirst();
    return true;
  }

  private boolean mayPass(Source source, Instant now) {
    Bucket bucket = buckets.computeIfAbsent(source, s -> new Bucket());
    if (bucket.last != null) {
      double earned = Duration.between(bucket.last, now).toMillis() / 1000.0 / SECONDS_PER_TOKEN;
      bucket.tokens = Math.min(BURST, bucket.tokens + Math.max(0, earned));
    }
    bucket.last = now;
    if (bucket.tokens < 1) {
      return false;
    }
    bucket.tokens--;
    return true;
  }

  private Event create(Note note, String message) {
    ObjectReference about = note.about();
    String namespace =
        about.getNamespace() == null || about.getNamespace().isEmpty()
            ? "default"
            : about.getNamespace();
    String time = Timestamps.format(note.time());
    return new EventBuilder()
        .withNewMetadata()
        .withName(names.next(about.getName(), note.time()))
        .withNamespace(namespace)
        .endMetadata()
        .withInvolvedObject(about)
        .withReason(note.reason())
        .withMessage(message)
        .withType(note.type())
        .withNewSource()
        .withComponent(note.component())
        .endSource()
        .withReportingComponent(note.component())
        .withReportingInstance("")
        .withFirstTimestamp(time)
        .withLastTimestamp(time)
        .withCount(1)
        .build();
  }

  private static Event countUp(Event before, Note note, String message) {
    return new EventBuilder(before)
        .withCount(before.getCount() + 1)
        .withMessage(message)
        .withLastTimestamp(Timestamps.format(note.time()))
        .build();
  }

  private static ObjectReference withoutVersion(ObjectReference about) {
    var copy = new ObjectReference();
    copy.setApiVersion(about.getApiVersion());
    copy.setKind(about.getKind());
    copy.setNamespace(about.getNamespace());
    copy.setName(about.getName());
    copy.setUid(Objects.requireNonNullElse(about.getUid(), ""));
    return copy;
  }
}
