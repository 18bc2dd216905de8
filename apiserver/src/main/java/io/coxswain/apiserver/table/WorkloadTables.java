package io.coxswain.apiserver.table;

import static java.util.Arrays.asList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.json.Meta;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pods and workloads. */
final class WorkloadTables {
  private WorkloadTables() {}

  static void addTo(Map<String, TableFormat> formats) {
    formats.put(
        "Pod.",
        TableFormat.of(
            "Name,Ready,Status,Restarts,Age,IP*,Node*,Nominated Node*,Readiness Gates*",
            PodCells::of));
    formats.put(
        "Scale.autoscaling",
        TableFormat.of(
            "=Name,Desired#,Available#,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    o.at("/spec/replicas").asInt(),
                    o.at("/status/replicas").asInt(),
                    Cell.age(o, now))));
    formats.put(
        "PodTemplate.",
        TableFormat.of(
            "Name,Containers,Images,Pod Labels",
            (o, _) -> {
              JsonNode spec = o.at("/template/spec");
              return asList(
                  Cell.name(o),
                  Cell.containers(spec),
                  Cell.images(spec),
                  Cell.labels(o.at("/template/metadata/labels")));
            }));
    TableFormat replicas =
        TableFormat.of(
            "Name,Desired#,Current#,Ready#,Age,Containers*,Images*,Selector*",
            WorkloadTables::replicas);
    formats.put("ReplicaSet.apps", replicas);
    formats.put("ReplicationController.", replicas);
    formats.put(
        "Deployment.apps",
        TableFormat.of(
            "Name,Ready,Up-to-date,Available,Age,Containers*,Images*,Selector*",
            (o, now) -> {
              JsonNode template = o.at("/spec/template/spec");
              return asList(
                  Cell.name(o),
                  readiness(o),
                  Cell.count(o, "/status/updatedReplicas"),
                  Cell.count(o, "/status/availableReplicas"),
                  Cell.age(o, now),
                  Cell.containers(template),
                  Cell.images(template),
                  Cell.selector(o.at("/spec/selector")));
            }));
    formats.put(
        "StatefulSet.apps",
        TableFormat.of(
            "Name,Ready,Age,Containers*,Images*",
            (o, now) -> {
              JsonNode template = o.at("/spec/template/spec");
              return asList(
                  Cell.name(o),
                  readiness(o),
                  Cell.age(o, now),
                  Cell.containers(template),
                  Cell.images(template));
            }));
    formats.put(
        "DaemonSet.apps",
        TableFormat.of(
            "Name,Desired#,Current#,Ready#,Up-to-date#,Available#,Node"
                + " Selector,Age,Containers*,Images*,Selector*",
            WorkloadTables::daemonSet));
    formats.put(
        "ControllerRevision.apps",
        TableFormat.of(
            "Name,Controller,Revision,Age",
            (o, now) ->
                asList(
                    Cell.name(o), controller(o), o.path("revision").asLong(), Cell.age(o, now))));
    formats.put(
        "Job.batch",
        TableFormat.of(
            "Name,Status,Completions,Duration,Age,Containers*,Images*,Selector*",
            WorkloadTables::job));
    formats.put(
        "CronJob.batch",
        TableFormat.of(
            "Name,Schedule,Timezone,Suspend?,Active#,Last"
                + " Schedule,Age,Containers*,Images*,Selector*",
            WorkloadTables::cronJob));
    formats.put(
        "HorizontalPodAutoscaler.autoscaling",
        TableFormat.of("Name,Reference,Targets,MinPods,MaxPods,Replicas,Age", AutoscalerCells::of));
    formats.put(
        "PodDisruptionBudget.policy",
        TableFormat.of(
            "Name,Min Available,Max Unavailable,Allowed Disruptions#,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    Cell.text(o.path("spec"), "minAvailable", "N/A"),
                    Cell.text(o.path("spec"), "maxUnavailable", "N/A"),
                    Cell.count(o, "/status/disruptionsAllowed"),
                    Cell.age(o, now))));
    formats.put(
        "Scale.autoscaling",
        TableFormat.of(
            "Name,Desired,Available,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    Cell.count(o, "/spec/replicas"),
                    Cell.count(o, "/status/replicas"),
                    Cell.age(o, now))));
  }

  private static String readiness(ObjectNode o) {
    return Cell.count(o, "/status/readyReplicas") + "/" + Cell.count(o, "/spec/replicas");
  }

  private static List<@Nullable Object> replicas(ObjectNode o, Instant now) {
    JsonNode template = o.at("/spec/template/spec");
    JsonNode selector = o.at("/spec/selector");
    return asList(
        Cell.name(o),
        Cell.count(o, "/spec/replicas"),
        Cell.count(o, "/status/replicas"),
        Cell.count(o, "/status/readyReplicas"),
        Cell.age(o, now),
        Cell.containers(template),
        Cell.images(template),
        o.path("kind").asText().equals("ReplicaSet")
            ? Cell.selector(selector)
            : Cell.labels(selector));
  }

  private static List<@Nullable Object> daemonSet(ObjectNode o, Instant now) {
    JsonNode template = o.at("/spec/template/spec");
    return asList(
        Cell.name(o),
        Cell.count(o, "/status/desiredNumberScheduled"),
        Cell.count(o, "/status/currentNumberScheduled"),
        Cell.count(o, "/status/numberReady"),
        Cell.count(o, "/status/updatedNumberScheduled"),
        Cell.count(o, "/status/numberAvailable"),
        Cell.labels(template.path("nodeSelector")),
        Cell.age(o, now),
        Cell.containers(template),
        Cell.images(template),
        Cell.selector(o.at("/spec/selector")));
  }

  private static String controller(ObjectNode o) {
    JsonNode owner = Meta.controller(o);
    if (owner.isMissingNode()) {
      return Cell.NONE;
    }
    String apiVersion = owner.path("apiVersion").asText();
    int slash = apiVersion.indexOf('/');
    String kind = owner.path("kind").asText().toLowerCase(Locale.ROOT);
    return kind
        + (slash < 0 ? "" : "." + apiVersion.substring(0, slash))
        + "/"
        + owner.path("name").asText();
  }

  private static List<@Nullable Object> job(ObjectNode o, Instant now) {
    JsonNode spec = o.path("spec");
    JsonNode status = o.path("status");
    JsonNode template = o.at("/spec/template/spec");
    int succeeded = status.path("succeeded").asInt();
    int parallelism = spec.path("parallelism").asInt();
    String completions;
    if (spec.path("completions").isNumber()) {
      completions = succeeded + "/" + spec.path("completions").asInt();
    } else {
      completions = succeeded + (parallelism > 1 ? "/1 of " + parallelism : "/1");
    }
    return asList(
        Cell.name(o),
        jobState(o),
        completions,
        duration(status, now),
        Cell.age(o, now),
        Cell.containers(template),
        Cell.images(template),
        Cell.selector(spec.path("selector")));
  }

  private static String jobState(ObjectNode o) {
    JsonNode status = o.path("status");
    if (Cell.isTrue(status, "Complete")) {
      return "Complete";
    }
    if (Cell.isTrue(status, "Failed")) {
      return "Failed";
    }
    if (o.path("metadata").has("deletionTimestamp")) {
      return "Terminating";
    }
    for (String type : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
      if (Cell.isTrue(status, type)) {
        return type;
      }
    }
    return "Running";
  }

  private static String duration(JsonNode status, Instant now) {
    if (!status.path("startTime").isTextual()) {
      return "";
    }
    Instant start = Timestamps.instant(status.path("startTime").asText());
    JsonNode completed = status.path("completionTime");
    Instant end = completed.isTextual() ? Timestamps.instant(completed.asText()) : now;
    return Ages.of(Duration.between(start, end));
  }

  private static List<@Nullable Object> cronJob(ObjectNode o, Instant now) {
    JsonNode spec = o.path("spec");
    JsonNode template = o.at("/spec/jobTemplate/spec/template/spec");
    JsonNode last = o.at("/status/lastScheduleTime");
    var row = new ArrayList<@Nullable Object>();
    row.add(Cell.name(o));
    row.add(spec.path("schedule").asText());
    row.add(Cell.text(spec, "timeZone", Cell.NONE));
    row.add(spec.has("suspend") ? spec.path("suspend").asBoolean() ? "True" : "False" : Cell.UNSET);
    row.add(o.at("/status/active").size());
    row.add(last.isTextual() ? Ages.since(last, now) : Cell.NONE);
    row.add(Cell.age(o, now));
    row.add(Cell.containers(template));
    row.add(Cell.images(template));
    row.add(Cell.selector(o.at("/spec/jobTemplate/spec/selector")));
    return row;
  }
}
