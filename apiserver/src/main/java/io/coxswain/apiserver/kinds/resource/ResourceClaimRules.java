package io.coxswain.apiserver.kinds.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.Set;
import java.util.TreeSet;

/** The rules of ResourceClaims and their templates. */
final class ResourceClaimRules {
  private static final int MAX_REQUESTS = 32;
  private static final int MAX_CHOICES = 8;

  private ResourceClaimRules() {}

  static void defaults(ObjectNode claim) {
    specDefaults(Meta.child(claim, "spec"));
    Meta.child(claim, "status");
  }

  static void templateDefaults(ObjectNode template) {
    ObjectNode spec = Meta.child(template, "spec");
    Meta.child(spec, "metadata");
    specDefaults(Meta.child(spec, "spec"));
  }

  private static void specDefaults(ObjectNode spec) {
    ObjectNode devices = Meta.child(spec, "devices");
    if (!devices.has("requests")) {
      devices.putNull("requests");
    }
    for (ObjectNode request : Meta.objects(devices.path("requests"))) {
      if (request.get("exactly") instanceof ObjectNode exactly) {
        requestDefaults(exactly);
      }
      Meta.objects(request.path("firstAvailable")).forEach(ResourceClaimRules::requestDefaults);
    }
  }

  private static void requestDefaults(ObjectNode request) {
    Meta.setDefault(request, "allocationMode", "ExactCount");
    if (request.path("allocationMode").asText().equals("ExactCount")
        && request.path("count").asLong(0) == 0) {
      request.put("count", 1);
    }
    for (ObjectNode toleration : Meta.objects(request.path("tolerations"))) {
      Meta.setDefault(toleration, "operator", "Equal");
    }
  }

  static void spec(Field spec) {
    Field devices = spec.get("devices");
    Set<String> names = names(devices.node());
    DeviceRules.set(
        devices.get("requests"), MAX_REQUESTS, ResourceClaimRules::request, r -> r.text("name"));
    DeviceRules.list(
        devices.get("constraints"), MAX_REQUESTS, constraint -> constraint(constraint, names));
    DeviceRules.list(
        devices.get("config"),
        MAX_REQUESTS,
        configuration -> {
          references(configuration.get("requests"), names);
          DeviceRules.configuration(configuration);
        });
  }

  /** The names of requests, alone and with the names of their alternatives. */
  static Set<String> names(JsonNode devices) {
    var names = new TreeSet<String>();
    for (JsonNode request : devices.path("requests")) {
      String name = request.path("name").asText("");
      names.add(name);
      for (JsonNode choice : request.path("firstAvailable")) {
        names.add(name + "/" + choice.path("name").asText(""));
      }
    }
    return names;
  }

  private static void request(Field request) {
    DeviceRules.label(request.get("name"));
    boolean choices = !request.get("firstAvailable").isEmpty();
    boolean exact = request.has("exactly");
    if (!choices && !exact) {
      request.required("exactly one of `exactly` or `firstAvailable` is required");
    } else if (choices && exact) {
      request.invalid(
          NullNode.instance,
          "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
    } else if (choices) {
      DeviceRules.set(
          request.get("firstAvailable"),
          MAX_CHOICES,
          choice -> {
            DeviceRules.label(choice.get("name"));
            demand(choice);
          },
          choice -> choice.text("name"));
    } else {
      demand(request.get("exactly"));
    }
  }

  private static void demand(Field demand) {
    Field name = demand.get("deviceClassName");
    if (name.isGiven()) {
      name.matches(Formats::dnsSubdomain);
    }
    DeviceRules.selectors(demand.get("selectors"));
    Field count = demand.get("count");
    switch (demand.text("allocationMode")) {
      case "All" -> {
        if (count.number() != 0) {
          count.invalid("must not be specified when allocationMode is 'All'");
        }
      }
      case "ExactCount" -> {
        if (count.number() <= 0) {
          count.invalid("must be greater than zero");
        }
      }
      default -> demand.get("allocationMode").unsupported("All", "ExactCount");
    }
    DeviceRules.tolerations(demand.get("tolerations"));
  }

  private static void constraint(Field constraint, Set<String> names) {
    references(constraint.get("requests"), names);
    if (constraint.has("matchAttribute")) {
      DeviceRules.fullyQualified(constraint.get("matchAttribute"));
    } else {
      constraint.get("matchAttribute").required();
    }
  }

  static void references(Field requests, Set<String> names) {
    DeviceRules.set(requests, MAX_REQUESTS, name -> reference(name, names), Field::text);
  }

  static void reference(Field name, Set<String> names) {
    String rule =
        "must be the name of a request in the claim or the name of a request and a subrequest"
            + " separated by '/'";
    String[] parts = name.text().split("/", -1);
    if (parts.length > 2) {
      name.with(name.text()).invalid(rule);
      return;
    }
    for (String part : parts) {
      DeviceRules.label(name.with(part));
    }
    if (!names.contains(name.text())) {
      name.with(name.text()).invalid(rule);
    }
  }

  static void step(Field claim, ObjectNode before) {
    if (!SameJson.same(claim.get("spec").node(), before.path("spec"))) {
      claim
          .get("spec")
          .invalid(
              InternalForm.of("resource.ResourceClaimSpec", claim.get("spec").node()),
              "field is immutable");
    }
  }

  static void template(Field template) {
    Field meta = template.get("spec.metadata");
    LabelRules.labels(meta.get("labels"));
    LabelRules.annotations(meta.get("annotations"));
    spec(template.get("spec.spec"));
  }

  static void templateStep(Field template, ObjectNode before) {
    if (!SameJson.same(template.get("spec").node(), before.path("spec"))) {
      template
          .get("spec")
          .invalid(
              InternalForm.of("resource.ResourceClaimTemplateSpec", template.get("spec").node()),
              "field is immutable");
    }
  }
}
