package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/**
 * The rules of APIServices. Aggregation is not supported, so an APIService that names a service is
 * rejected.
 */
final class ApiServiceRules {
  private ApiServiceRules() {}

  static void defaults(ObjectNode service) {
    Meta.child(service, "spec");
    Meta.child(service, "status");
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
    if (!spec.get("group").isEmpty()) {
      spec.get("group").matches(Formats::dnsSubdomain);
    }
    spec.get("version").with(spec.text("version")).matches(Formats::dns1035Label);
    between(spec.get("groupPriorityMinimum"), 20000);
    between(spec.get("versionPriority"), 1000);
    if (spec.has("service")) {
      spec.get("service").forbidden("this server does not offer aggregation");
    } else if (!spec.get("caBundle").isEmpty()) {
      spec.get("caBundle").invalid("local APIServices may not have a caBundle");
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
