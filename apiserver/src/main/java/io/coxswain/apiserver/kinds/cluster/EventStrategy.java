package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Conversion;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Events, stored as v1 and also served as events.k8s.io/v1. */
final class EventStrategy implements Strategy {
  private static final List<String> REFERENCE =
      List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath");

  private static final Renaming RENAMING = new Renaming();

  private final String subject;
  private final String component;

  private EventStrategy(String subject, String component) {
    this.subject = subject;
    this.component = component;
  }

  static EventStrategy core() {
    return new EventStrategy("involvedObject", "reportingComponent");
  }

  static EventStrategy grouped() {
    return new EventStrategy("regarding", "reportingController");
  }

  /** Upstream serves events from etcd. */
  @Override
  public boolean isCached() {
    return false;
  }

  @Override
  public void defaults(ObjectNode event) {
    if (subject.equals("involvedObject")) {
      Meta.child(event, "involvedObject");
      Meta.child(event, "source");
      for (String time : List.of("firstTimestamp", "lastTimestamp", "eventTime")) {
        if (!event.has(time)) {
          event.putNull(time);
        }
      }
      for (String text : List.of("reportingComponent", "reportingInstance")) {
        if (!event.has(text)) {
          event.put(text, "");
        }
      }
    } else if (!event.has("eventTime")) {
      event.putNull("eventTime");
    }
  }

  /** The event as v1, to which the rules apply. */
  private ObjectNode asStored(ObjectNode event) {
    return subject.equals("involvedObject") ? event : RENAMING.toStored(event.deepCopy());
  }

  @Override
  public void validateCreate(ObjectNode event, List<FieldError> errors) {
    Field field = Field.of(asStored(event), errors);
    EventRules.common(field, component);
    if (subject.equals("regarding")) {
      EventRules.created(field);
    }
  }

  @Override
  public void validateUpdate(ObjectNode event, ObjectNode before, List<FieldError> errors) {
    Field field = Field.of(asStored(event), errors);
    EventRules.common(field, component);
    if (subject.equals("regarding")) {
      EventRules.step(field, asStored(before));
    }
  }

  @Override
  public SortedSet<String> selectable() {
    var names = new TreeSet<String>();
    REFERENCE.forEach(field -> names.add(subject + "." + field));
    names.add("reason");
    names.add("type");
    names.add(component);
    if (subject.equals("involvedObject")) {
      names.add("source");
    }
    return names;
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode event) {
    var fields = new TreeMap<String, String>();
    for (String field : REFERENCE) {
      String value = event.path("involvedObject").path(field).asText("");
      fields.put("involvedObject." + field, value);
      fields.put("regarding." + field, value);
    }
    fields.put("reason", event.path("reason").asText(""));
    fields.put("type", event.path("type").asText(""));
    String reporter = event.path("reportingComponent").asText("");
    fields.put("reportingComponent", reporter);
    fields.put("reportingController", reporter);
    String source = event.at("/source/component").asText("");
    fields.put("source", source.isEmpty() ? reporter : source);
    return fields;
  }

  /** Converts between the two groups: the same fields with different names. */
  static final class Renaming implements Conversion {
    private static final List<List<String>> NAMES =
        List.of(
            List.of("involvedObject", "regarding"),
            List.of("message", "note"),
            List.of("source", "deprecatedSource"),
            List.of("firstTimestamp", "deprecatedFirstTimestamp"),
            List.of("lastTimestamp", "deprecatedLastTimestamp"),
            List.of("count", "deprecatedCount"),
            List.of("reportingComponent", "reportingController"));

    @Override
    public ObjectNode toServed(ObjectNode stored) {
      stored.put("apiVersion", "events.k8s.io/v1");
      NAMES.forEach(pair -> rename(stored, pair.getFirst(), pair.getLast()));
      for (String zero : List.of("deprecatedFirstTimestamp", "deprecatedLastTimestamp")) {
        if (!stored.has(zero)) {
          stored.putNull(zero);
        }
      }
      for (String text : List.of("reportingController", "reportingInstance")) {
        if (stored.path(text).asText("").isEmpty()) {
          stored.remove(text);
        }
      }
      return stored;
    }

    @Override
    public ObjectNode toStored(ObjectNode served) {
      served.put("apiVersion", "v1");
      NAMES.forEach(pair -> rename(served, pair.getLast(), pair.getFirst()));
      EventStrategy.core().defaults(served);
      return served;
    }

    private static void rename(ObjectNode object, String from, String to) {
      JsonNode value = object.remove(from);
      if (value != null) {
        object.set(to, value);
      }
    }
  }
}
