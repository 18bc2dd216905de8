package io.coxswain.apiserver.table;

import static java.util.Arrays.asList;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Permissions, admission, flow control, certificates and devices. */
final class ControlTables {
  private ControlTables() {}

  static void addTo(Map<String, TableFormat> formats) {
    TableFormat bindings =
        TableFormat.of("Name,Role,Age,Users*,Groups*,ServiceAccounts*", ControlTables::roleBinding);
    formats.put("RoleBinding.rbac.authorization.k8s.io", bindings);
    formats.put("ClusterRoleBinding.rbac.authorization.k8s.io", bindings);
    formats.put(
        "CertificateSigningRequest.certificates.k8s.io",
        TableFormat.of(
            "Name,Age,SignerName,Requestor,RequestedDuration,Condition",
            ControlTables::signingRequest));
    formats.put(
        "ClusterTrustBundle.certificates.k8s.io",
        TableFormat.of(
            "Name,SignerName",
            (o, _) -> asList(Cell.name(o), Cell.text(o.path("spec"), "signerName", Cell.NONE))));
    formats.put(
        "PodCertificateRequest.certificates.k8s.io",
        TableFormat.of(
            "Name,PodName,ServiceAccountName,NodeName,SignerName,State,UnverifiedUserAnnotations",
            ControlTables::podCertificateRequest));
    formats.put(
        "StorageVersion.internal.apiserver.k8s.io",
        TableFormat.of(
            "Name,CommonEncodingVersion,StorageVersions,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    Cell.text(o.path("status"), "commonEncodingVersion", Cell.UNSET),
                    storageVersions(o.at("/status/storageVersions")),
                    Cell.age(o, now))));
    formats.put(
        "StorageVersionMigration.storagemigration.k8s.io",
        TableFormat.of(
            "=Name,Resource,Status",
            (o, _) -> asList(Cell.name(o), migrated(o), migrationStatus(o))));
    TableFormat webhooks =
        TableFormat.of(
            "Name,Webhooks#,Age",
            (o, now) -> asList(Cell.name(o), o.path("webhooks").size(), Cell.age(o, now)));
    formats.put("ValidatingWebhookConfiguration.admissionregistration.k8s.io", webhooks);
    formats.put("MutatingWebhookConfiguration.admissionregistration.k8s.io", webhooks);
    formats.put(
        "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
        TableFormat.of(
            "Name,Validations#,ParamKind,Age",
            (o, now) -> {
              JsonNode param = o.at("/spec/paramKind");
              return asList(
                  Cell.name(o),
                  o.at("/spec/validations").size(),
                  param.isObject()
                      ? param.path("apiVersion").asText() + "/" + param.path("kind").asText()
                      : Cell.UNSET,
                  Cell.age(o, now));
            }));
    formats.put(
        "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io",
        TableFormat.of(
            "Name,PolicyName,ParamRef,Age",
            (o, now) -> {
              JsonNode param = o.at("/spec/paramRef");
              String namespace = param.path("namespace").asText();
              String name = param.path("name").asText("*");
              return asList(
                  Cell.name(o),
                  o.at("/spec/policyName").asText(),
                  param.isObject()
                      ? (namespace.isEmpty() ? name : namespace + "/" + name)
                      : Cell.UNSET,
                  Cell.age(o, now));
            }));
    formats.put(
        "MutatingAdmissionPolicy.admissionregistration.k8s.io",
        TableFormat.of(
            "Name,Mutations#,ParamKind,Age",
            (o, now) -> {
              JsonNode param = o.at("/spec/paramKind");
              return asList(
                  Cell.name(o),
                  o.at("/spec/mutations").size(),
                  param.isObject()
                      ? param.path("apiVersion").asText() + "/" + param.path("kind").asText()
                      : Cell.UNSET,
                  Cell.age(o, now));
            }));
    formats.put(
        "MutatingAdmissionPolicyBinding.admissionregistration.k8s.io",
        TableFormat.of(
            "Name,PolicyName,ParamRef,Age",
            (o, now) -> {
              JsonNode param = o.at("/spec/paramRef");
              String namespace = param.path("namespace").asText("*");
              String name = param.path("name").asText();
              return asList(
                  Cell.name(o),
                  o.at("/spec/policyName").asText(),
                  name.isEmpty() ? Cell.UNSET : namespace + "/" + name,
                  Cell.age(o, now));
            }));
    formats.put(
        "FlowSchema.flowcontrol.apiserver.k8s.io",
        TableFormat.of(
            "Name,PriorityLevel,MatchingPrecedence,DistinguisherMethod,Age,MissingPL",
            (o, now) ->
                asList(
                    Cell.name(o),
                    Cell.text(o.at("/spec/priorityLevelConfiguration"), "name", Cell.NONE),
                    o.at("/spec/matchingPrecedence").asInt(),
                    Cell.text(o.at("/spec/distinguisherMethod"), "type", Cell.NONE),
                    Cell.age(o, now),
                    Cell.text(Cell.condition(o.path("status"), "Dangling"), "status", "?"))));
    formats.put(
        "PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io",
        TableFormat.of(
            "Name,Type,NominalConcurrencyShares,Queues,HandSize,QueueLengthLimit,Age",
            ControlTables::priorityLevel));
    formats.put(
        "ResourceClaim.resource.k8s.io",
        TableFormat.of(
            "Name,State,Age", (o, now) -> asList(Cell.name(o), claimState(o), Cell.age(o, now))));
    TableFormat plain =
        TableFormat.of("Name,Age", (o, now) -> asList(Cell.name(o), Cell.age(o, now)));
    formats.put("ResourceClaimTemplate.resource.k8s.io", plain);
    formats.put("DeviceClass.resource.k8s.io", plain);
    formats.put(
        "ResourceSlice.resource.k8s.io",
        TableFormat.of(
            "Name,Node,Driver,Pool,Age",
            (o, now) ->
                asList(
                    Cell.name(o),
                    o.at("/spec/nodeName").asText(),
                    o.at("/spec/driver").asText(),
                    o.at("/spec/pool/name").asText(),
                    Cell.age(o, now))));
    formats.put(
        "DeviceTaintRule.resource.k8s.io",
        TableFormat.of("Name,Key,Value,Effect,TimeAdded,Age", ControlTables::deviceTaintRule));
  }

  private static List<@Nullable Object> deviceTaintRule(ObjectNode o, Instant now) {
    JsonNode taint = o.at("/spec/taint");
    return asList(
        Cell.name(o),
        taint.path("key").asText(),
        taint.path("value").asText(),
        taint.path("effect").asText(),
        Ages.since(taint.path("timeAdded"), now),
        Cell.age(o, now));
  }

  private static List<@Nullable Object> podCertificateRequest(ObjectNode o, Instant now) {
    JsonNode spec = o.path("spec");
    String state = "Pending";
    for (JsonNode condition : o.at("/status/conditions")) {
      state = condition.path("type").asText();
    }
    return asList(
        Cell.name(o),
        spec.path("podName").asText(),
        spec.path("serviceAccountName").asText(),
        spec.path("nodeName").asText(),
        spec.path("signerName").asText(),
        state,
        Cell.labels(spec.path("unverifiedUserAnnotations")));
  }

  private static String storageVersions(JsonNode versions) {
    var shown = new ArrayList<String>();
    for (JsonNode version : versions) {
      shown.add(
          version.path("apiServerID").asText() + "=" + version.path("encodingVersion").asText());
    }
    int limit = 3;
    if (shown.isEmpty()) {
      return Cell.UNSET;
    }
    return shown.size() <= limit
        ? String.join(",", shown)
        : String.join(",", shown.subList(0, limit)) + " + " + (shown.size() - limit) + " more...";
  }

  private static String migrated(ObjectNode o) {
    String group = o.at("/spec/resource/group").asText();
    String resource = o.at("/spec/resource/resource").asText();
    return group.isEmpty() ? resource : resource + "." + group;
  }

  private static String migrationStatus(ObjectNode o) {
    String status = "Unknown";
    for (JsonNode condition : o.at("/status/conditions")) {
      String type = condition.path("type").asText();
      if (condition.path("status").asText().equals("True")
          && List.of("Running", "Failed", "Succeeded").contains(type)) {
        status = type;
      }
    }
    return status;
  }

  private static List<@Nullable Object> roleBinding(ObjectNode o, Instant now) {
    var users = new ArrayList<String>();
    var groups = new ArrayList<String>();
    var accounts = new ArrayList<String>();
    for (JsonNode subject : o.path("subjects")) {
      String name = subject.path("name").asText();
      switch (subject.path("kind").asText()) {
        case "User" -> users.add(name);
        case "Group" -> groups.add(name);
        case "ServiceAccount" -> accounts.add(subject.path("namespace").asText() + "/" + name);
        default -> {}
      }
    }
    return asList(
        Cell.name(o),
        o.at("/roleRef/kind").asText() + "/" + o.at("/roleRef/name").asText(),
        Cell.age(o, now),
        String.join(", ", users),
        String.join(", ", groups),
        String.join(", ", accounts));
  }

  private static List<@Nullable Object> signingRequest(ObjectNode o, Instant now) {
    JsonNode seconds = o.at("/spec/expirationSeconds");
    boolean approved = false;
    boolean denied = false;
    boolean failed = false;
    for (JsonNode condition : o.at("/status/conditions")) {
      switch (condition.path("type").asText()) {
        case "Approved" -> approved = true;
        case "Denied" -> denied = true;
        case "Failed" -> failed = true;
        default -> {}
      }
    }
    String state = denied ? "Denied" : approved ? "Approved" : "Pending";
    if (failed) {
      state += ",Failed";
    }
    if (!o.at("/status/certificate").asText().isEmpty()) {
      state += ",Issued";
    }
    return asList(
        Cell.name(o),
        Cell.age(o, now),
        Cell.text(o.path("spec"), "signerName", Cell.NONE),
        o.at("/spec/username").asText(),
        seconds.isNumber() ? Ages.of(Duration.ofSeconds(seconds.asLong())) : Cell.NONE,
        state);
  }

  private static List<@Nullable Object> priorityLevel(ObjectNode o, Instant now) {
    JsonNode limited = o.at("/spec/limited");
    JsonNode queuing = limited.path("limitResponse").path("queuing");
    return asList(
        Cell.name(o),
        o.at("/spec/type").asText(),
        Cell.text(limited, "nominalConcurrencyShares", Cell.NONE),
        Cell.text(queuing, "queues", Cell.NONE),
        Cell.text(queuing, "handSize", Cell.NONE),
        Cell.text(queuing, "queueLengthLimit", Cell.NONE),
        Cell.age(o, now));
  }

  private static String claimState(ObjectNode o) {
    var states = new ArrayList<String>();
    if (o.path("metadata").has("deletionTimestamp")) {
      states.add("deleted");
    }
    if (!o.at("/status/allocation").isObject()) {
      states.add("pending");
    } else {
      states.add("allocated");
      if (!o.at("/status/reservedFor").isEmpty()) {
        states.add("reserved");
      }
    }
    return String.join(",", states);
  }
}
