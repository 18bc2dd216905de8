package io.coxswain.apiserver.table;

import static java.util.Arrays.asList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The other kinds of the core group. */
final class CoreTables {
  private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

  private CoreTables() {}

  static void addTo(Map<String, TableFormat> formats) {
    formats.put(
        "ConfigMap.",
        TableFormat.of(
            "Name,Data,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    o.path("data").size() + o.path("binaryData").size(),
                    Cell.age(o, now))));
    formats.put(
        "Secret.",
        TableFormat.of(
            "Name,Type,Data,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    o.path("type").asText(),
                    o.path("data").size(),
                    Cell.age(o, now))));
    formats.put(
        "ServiceAccount.",
        TableFormat.of("Name,Age", (o, now) -> asList(Cell.name(o), Cell.age(o, now))));
    formats.put(
        "Namespace.",
        TableFormat.of(
            "Name,Status,Age",
            (o, now) -> asList(Cell.name(o), o.at("/status/phase").asText(), Cell.age(o, now))));
    formats.put(
        "Node.",
        TableFormat.of(
            "Name,Status,Roles,Age,Version,Internal-IP*,External-IP*,OS-Image*,Kernel-Version*,"
                + "Container-Runtime*",
            CoreTables::node));
    formats.put(
        "ComponentStatus.",
        TableFormat.of(
            "Name,Status,Message,Error",
            (o, _) -> {
              JsonNode condition = o.at("/conditions/0");
              return asList(
                  Cell.name(o),
                  condition.path("status").asText().equals("True") ? "Healthy" : "Unhealthy",
                  condition.path("message").asText(),
                  condition.path("error").asText());
            }));
    TableFormat events =
        TableFormat.of(
            "Last Seen,Type,Reason,Object,Subobject*,Source*,Message,First Seen*,Count*,Name*",
            CoreTables::event);
    formats.put("Event.", events);
    formats.put("Event.events.k8s.io", events);
    formats.put("ResourceQuota.", TableFormat.of("Name,Request,Limit,Age", CoreTables::quota));
    formats.put(
        "Status.",
        TableFormat.of(
            "Status,Reason,Message",
            (o, _) ->
                asList(
                    o.path("status").asText(),
                    o.path("reason").asText(),
                    o.path("message").asText())));
    formats.put(
        "Lease.coordination.k8s.io",
        TableFormat.of(
            "Name,Holder,Age",
            (o, now) ->
                asList(Cell.name(o), o.at("/spec/holderIdentity").asText(), Cell.age(o, now))));
    formats.put(
        "PriorityClass.scheduling.k8s.io",
        TableFormat.of(
            "Name,Value#,Global-Default?,Age,PreemptionPolicy",
            (o, now) ->
                asList(
                    Cell.name(o),
                    o.path("value").asInt(),
                    o.path("globalDefault").asBoolean(),
                    Cell.age(o, now),
                    o.path("preemptionPolicy").asText())));
    formats.put(
        "RuntimeClass.node.k8s.io",
        TableFormat.of(
            "Name,Handler,Age",
            (o, now) -> asList(Cell.name(o), o.path("handler").asText(), Cell.age(o, now))));
  }

  private static List<@Nullable Object> node(ObjectNode o, Instant now) {
    JsonNode info = o.at("/status/nodeInfo");
    JsonNode ready = Cell.condition(o.path("status"), "Ready");
    String status =
        ready.isMissingNode()
            ? "Unknown"
            : ready.path("status").asText().equals("True") ? "Ready" : "NotReady";
    if (o.at("/spec/unschedulable").asBoolean()) {
      status += ",SchedulingDisabled";
    }
    return asList(
        Cell.name(o),
        status,
        roles(o),
        Cell.age(o, now),
        info.path("kubeletVersion").asText(),
        address(o, "InternalIP"),
        address(o, "ExternalIP"),
        Cell.text(info, "osImage", "<unknown>"),
        Cell.text(info, "kernelVersion", "<unknown>"),
        Cell.text(info, "containerRuntimeVersion", "<unknown>"));
  }

  private static String roles(ObjectNode o) {
    var roles = new TreeSet<String>();
    o.at("/metadata/labels")
        .properties()
        .forEach(
            label -> {
              if (label.getKey().startsWith(ROLE_PREFIX)) {
                String role = label.getKey().substring(ROLE_PREFIX.length());
                if (!role.isEmpty()) {
                  roles.add(role);
                }
              } else if (label.getKey().equals("kubernetes.io/role")
                  && !label.getValue().asText().isEmpty()) {
                roles.add(label.getValue().asText());
              }
            });
    return roles.isEmpty() ? Cell.NONE : String.join(",", roles);
  }

  private static String address(ObjectNode o, String type) {
    for (JsonNode address : o.at("/status/addresses")) {
      if (address.path("type").asText().equals(type)) {
        return address.path("address").asText();
      }
    }
    return Cell.NONE;
  }

  private static List<@Nullable Object> event(ObjectNode o, Instant now) {
    JsonNode regarding = o.has("regarding") ? o.path("regarding") : o.path("involvedObject");
    JsonNode first = either(o, "firstTimestamp", "deprecatedFirstTimestamp");
    JsonNode last = either(o, "lastTimestamp", "deprecatedLastTimestamp");
    JsonNode series = o.path("series");
    String firstSeen = Ages.since(first.isTextual() ? first : o.path("eventTime"), now);
    String lastSeen =
        series.path("lastObservedTime").isTextual()
            ? Ages.since(series.path("lastObservedTime"), now)
            : last.isTextual() ? Ages.since(last, now) : firstSeen;
    int count = either(o, "count", "deprecatedCount").asInt();
    int seen = series.has("count") ? series.path("count").asInt() : count == 0 ? 1 : count;
    JsonNode source = o.has("source") ? o.path("source") : o.path("deprecatedSource");
    String kind = regarding.path("kind").asText();
    String name = regarding.path("name").asText();
    return asList(
        lastSeen,
        o.path("type").asText(),
        o.path("reason").asText(),
        kind.toLowerCase(Locale.ROOT) + (name.isEmpty() ? "" : "/" + name),
        regarding.path("fieldPath").asText(),
        source(source, o),
        (o.has("note") ? o.path("note") : o.path("message")).asText().strip(),
        firstSeen,
        seen,
        Cell.name(o));
  }

  private static JsonNode either(ObjectNode o, String field, String other) {
    return o.has(field) ? o.path(field) : o.path(other);
  }

  private static String source(JsonNode source, ObjectNode o) {
    var parts = new ArrayList<String>();
    String component =
        Cell.text(
            source,
            "component",
            Cell.text(o, "reportingController", o.path("reportingComponent").asText()));
    parts.add(component);
    String host = Cell.text(source, "host", o.path("reportingInstance").asText());
    if (!host.isEmpty()) {
      parts.add(host);
    }
    return String.join(", ", parts);
  }

  private static List<@Nullable Object> quota(ObjectNode o, Instant now) {
    var hard = new TreeMap<String, String>();
    o.at("/status/hard").properties().forEach(e -> hard.put(e.getKey(), e.getValue().asText()));
    var requests = new ArrayList<String>();
    var limits = new ArrayList<String>();
    hard.forEach(
        (resource, most) -> {
          String used = o.at("/status/used").path(resource).asText("0");
          (resource.startsWith("limits") ? limits : requests)
              .add(resource + ": " + used + "/" + most);
        });
    return asList(
        Cell.name(o), String.join(", ", requests), String.join(", ", limits), Cell.age(o, now));
  }
}
