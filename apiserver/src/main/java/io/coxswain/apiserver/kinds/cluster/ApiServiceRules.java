package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.Base64;
import java.util.List;

/** The rules of APIServices. */
final class ApiServiceRules {
  private ApiServiceRules() {}

  static void defaults(ObjectNode service) {
    ObjectNode spec = Meta.child(service, "spec");
    if (spec.get("service") instanceof ObjectNode named && !named.has("port")) {
      named.put("port", 443);
    }
    Meta.child(service, "status");
  }

  /** A new APIService without a service is available at once. */
  static void availableIfLocal(ObjectNode service, WriteContext context) {
    if (service.path("spec").has("service")) {
      return;
    }
    Meta.child(service, "status")
        .putArray("conditions")
        .addObject()
        .put("type", "Available")
        .put("status", "True")
        .put("lastTransitionTime", Meta.time(context.now()))
        .put("reason", "Local")
        .put("message", "Local APIServices are always available");
  }

  static void service(Field service) {
    Field spec = service.get("spec");
    String name = service.text("metadata.name");
    String wanted = spec.text("version") + "." + spec.text("group");
    if (!name.equals(wanted)) {
      service
          .get("metadata.name")
          .invalid("must be `spec.version+\".\"+spec.group`: \"" + wanted + "\"");
    }
    if (spec.get("group").isEmpty() && !spec.text("version").equals("v1")) {
      spec.get("group").required("only v1 may have an empty group and it better be legacy kube");
    }
    if (!spec.get("group").isEmpty()) {
      spec.get("group").matches(Formats::dnsSubdomain);
    }
    spec.get("version").with(spec.text("version")).matches(Formats::dns1035Label);
    between(spec.get("groupPriorityMinimum"), 20000);
    between(spec.get("versionPriority"), 1000);
    Field bundle = spec.get("caBundle");
    Field insecure = spec.get("insecureSkipTLSVerify");
    if (!spec.has("service")) {
      if (!bundle.isEmpty()) {
        bundle
            .with(Base64.getDecoder().decode(bundle.text()).length + " bytes")
            .invalid("local APIServices may not have a caBundle");
      }
      if (insecure.isTrue()) {
        insecure.invalid("local APIServices may not have insecureSkipTLSVerify");
      }
      return;
    }
    Field target = spec.get("service");
    target.get("namespace").isGiven();
    target.get("name").isGiven();
    Field port = target.get("port");
    if (port.number() < 1 || port.number() > 65535) {
      port.invalid("port is not valid: must be between 1 and 65535, inclusive");
    }
    if (insecure.isTrue() && !bundle.isEmpty()) {
      insecure.invalid("may not be true if caBundle is present");
    }
  }

  static void status(Field service) {
    for (Field condition : service.get("status.conditions").items()) {
      condition.get("status").orEmpty().oneOf(List.of("True", "False", "Unknown"));
    }
  }

  private static void between(Field priority, int most) {
    if (priority.number() <= 0 || priority.number() > most) {
      priority.invalid("must be positive and less than " + most);
    }
  }
}
