package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/**
 * The rules of events. Events of the newer group are validated under the field names of the older
 * one, as upstream does.
 */
final class EventRules {
  private static final int MAX_LENGTH = 128;
  private static final int MAX_MESSAGE_LENGTH = 1024;
  private static final List<String> FIXED =
      List.of(
          "involvedObject",
          "reason",
          "message",
          "source",
          "firstTimestamp",
          "lastTimestamp",
          "count",
          "reason",
          "type",
          "eventTime",
          "action",
          "related");

  private EventRules() {}

  /**
   * @param event as of v1
   * @param component the caller's name for the reporting component
   */
  static void common(Field event, String component) {
    Field namespace = event.get("involvedObject.namespace");
    String own = event.text("metadata.namespace");
    boolean timed = event.has("eventTime");
    boolean matches =
        namespace.isEmpty()
            ? own.isEmpty() || own.equals("default") || (timed && own.equals("kube-system"))
            : timed || own.equals(namespace.text());
    if (!matches) {
      namespace.with(namespace.text()).invalid("does not match event.namespace");
    }
    if (timed) {
      Field reporter = event.get("reportingComponent").at(component);
      if (reporter.isEmpty()) {
        reporter.required();
      }
      reporter.with(reporter.text()).matches(Formats::qualifiedName);
      given(event.get("reportingInstance"));
      given(event.get("action"));
      given(event.get("reason"));
      limited(event.get("message"), MAX_MESSAGE_LENGTH);
    }
    event.get("metadata.namespace").at("namespace").matches(Formats::dnsSubdomain);
  }

  private static void given(Field field) {
    if (field.isEmpty()) {
      field.required();
    }
    limited(field, MAX_LENGTH);
  }

  private static void limited(Field field, int most) {
    if (field.text().length() > most) {
      field.invalid("", "can have at most " + most + " characters");
    }
  }

  /** Additional rules of the newer group for new events. */
  static void created(Field event) {
    series(event);
    if (!event.has("eventTime")) {
      event.get("eventTime").required();
    }
    String type = event.text("type");
    if (!type.equals("Normal") && !type.equals("Warning")) {
      event.get("type").invalid("", "has invalid value: " + type);
    }
    for (String old : List.of("firstTimestamp", "lastTimestamp", "count")) {
      if (event.has(old) && !event.get(old).text().equals("0")) {
        event.get(old).invalid("", "needs to be unset");
      }
    }
    if (!event.get("source.component").isEmpty() || !event.get("source.host").isEmpty()) {
      event.get("source").invalid("", "needs to be unset");
    }
  }

  private static void series(Field event) {
    Field series = event.get("series");
    if (!series.isSet()) {
      return;
    }
    if (series.get("count").number() < 2) {
      series.get("count").invalid("", "should be at least 2");
    }
    if (!series.has("lastObservedTime")) {
      series.get("lastObservedTime").required();
    }
  }

  static void step(Field event, ObjectNode before) {
    if (!SameJson.same(event.get("series").node(), before.path("series"))) {
      series(event);
    }
    for (String field : FIXED) {
      event.get(field).unchangedFrom(before.path(field));
    }
    event
        .get("reportingComponent")
        .at("reportingController")
        .with(event.text("reportingComponent"))
        .unchangedFrom(event.with(Meta.text(before, "/reportingComponent")).node());
    event
        .get("reportingInstance")
        .with(event.text("reportingInstance"))
        .unchangedFrom(event.with(Meta.text(before, "/reportingInstance")).node());
  }
}
