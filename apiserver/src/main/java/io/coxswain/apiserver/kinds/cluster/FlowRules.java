package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;

/** The rules of FlowSchemas. */
final class FlowRules {
  private static final int LAST = 10_000;
  private static final List<String> VERBS =
      List.of(
          "create",
          "delete",
          "deletecollection",
          "get",
          "list",
          "patch",
          "proxy",
          "update",
          "watch");

  private FlowRules() {}

  static void defaults(ObjectNode schema) {
    ObjectNode spec = Meta.child(schema, "spec");
    if (spec.path("matchingPrecedence").asInt(0) == 0) {
      spec.put("matchingPrecedence", 1000);
    }
    Meta.child(schema, "status");
  }

  static void schema(Field schema) {
    Field spec = schema.get("spec");
    Field precedence = spec.get("matchingPrecedence");
    if (precedence.number() <= 0) {
      precedence.invalid("must be a positive value");
    }
    if (precedence.number() > LAST) {
      precedence.invalid("must not be greater than " + LAST);
    }
    if (precedence.number() == 1 && !schema.text("metadata.name").equals("exempt")) {
      precedence.invalid("only the schema named 'exempt' may have matchingPrecedence 1");
    }
    Field method = spec.get("distinguisherMethod");
    if (method.isSet() && !List.of("ByNamespace", "ByUser").contains(method.text("type"))) {
      // Upstream prints the whole object, in its own form.
      ObjectNode shown = Json.MAPPER.createObjectNode().put("Type", method.text("type"));
      Field type = method.get("type");
      type.error(FieldError.notSupported(type.path(), shown, List.of("ByNamespace", "ByUser")));
    }
    Field level = spec.get("priorityLevelConfiguration.name");
    if (level.isEmpty()) {
      level.required("must reference a priority level");
    } else {
      level.matches(Formats::dnsSubdomain);
    }
    spec.get("rules").items().forEach(FlowRules::rule);
    status(schema);
  }

  private static void rule(Field rule) {
    Field subjects = rule.get("subjects");
    if (subjects.isEmpty()) {
      subjects.required("subjects must contain at least one value");
    }
    subjects.items().forEach(FlowRules::subject);
    Field resources = rule.get("resourceRules");
    Field urls = rule.get("nonResourceRules");
    if (resources.isEmpty() && urls.isEmpty()) {
      rule.required("at least one of resourceRules and nonResourceRules has to be non-empty");
    }
    resources.items().forEach(FlowRules::resourceRule);
    urls.items().forEach(FlowRules::urlRule);
  }

  private static void subject(Field subject) {
    String kind = subject.text("kind");
    String own =
        switch (kind) {
          case "ServiceAccount" -> "serviceAccount";
          case "User" -> "user";
          case "Group" -> "group";
          default -> "";
        };
    if (own.isEmpty()) {
      subject.get("kind").with(kind).unsupported("Group", "ServiceAccount", "User");
      return;
    }
    named(subject.get(own), own, kind);
    for (String other : List.of("serviceAccount", "user", "group")) {
      if (!other.equals(own) && subject.has(other)) {
        subject
            .get(other)
            .forbidden(
                other
                    + " is forbidden when subject kind is not '"
                    + Character.toUpperCase(other.charAt(0))
                    + other.substring(1)
                    + "'");
      }
    }
  }

  private static void named(Field subject, String own, String kind) {
    if (!subject.isSet()) {
      subject.required(own + " is required when subject kind is '" + kind + "'");
      return;
    }
    Field name = subject.get("name");
    if (name.isGiven() && own.equals("serviceAccount") && !name.is("*")) {
      name.matches(Formats::dnsSubdomain);
    }
    if (own.equals("serviceAccount")) {
      Field namespace = subject.get("namespace");
      if (namespace.isEmpty()) {
        namespace.required("must specify namespace for service account");
      } else {
        namespace.matches(Formats::dnsLabel);
      }
    }
  }

  private static void verbs(Field verbs) {
    List<String> all = Meta.strings(verbs.node());
    if (all.isEmpty()) {
      verbs.required("verbs must contain at least one value");
    } else if (all.contains("*")) {
      if (all.size() > 1) {
        verbs.invalid("if '*' is present, must not specify other verbs");
      }
    } else if (!VERBS.containsAll(all)) {
      verbs.unsupported(VERBS);
    }
  }

  private static void resourceRule(Field rule) {
    verbs(rule.get("verbs"));
    alone(rule.get("apiGroups"), "api group");
    alone(rule.get("resources"), "resource");
    Field namespaces = rule.get("namespaces");
    List<String> all = Meta.strings(namespaces.node());
    if (all.isEmpty() && !rule.get("clusterScope").isTrue()) {
      namespaces.required(
          "resource rules that are not cluster scoped must supply at least one namespace");
    } else if (all.contains("*")) {
      if (all.size() > 1) {
        namespaces.invalid("if '*' is present, must not specify other namespaces");
      }
    } else {
      for (Field namespace : namespaces.items()) {
        for (String problem : Formats.dnsLabel(namespace.text())) {
          namespace.invalid("each member of this list must be '*' or a DNS-1123 label; " + problem);
        }
      }
    }
  }

  private static void alone(Field list, String what) {
    List<String> all = Meta.strings(list.node());
    if (all.isEmpty()) {
      list.required("resource rules must supply at least one " + what);
    } else if (all.size() > 1 && all.contains("*")) {
      list.invalid("if '*' is present, must not specify other " + what + "s");
    }
  }

  private static void urlRule(Field rule) {
    verbs(rule.get("verbs"));
    Field urls = rule.get("nonResourceURLs");
    List<String> all = Meta.strings(urls.node());
    if (all.isEmpty()) {
      urls.required("nonResourceURLs must contain at least one value");
    } else if (all.contains("*")) {
      if (all.size() > 1) {
        urls.invalid("if '*' is present, must not specify other non-resource URLs");
      }
    } else {
      urls.items().forEach(FlowRules::url);
    }
  }

  private static void url(Field url) {
    String text = url.text();
    if (text.isEmpty()) {
      url.invalid("must not be empty");
    } else if (text.equals("/")) {
      return;
    } else if (!text.startsWith("/")) {
      url.invalid("must start with slash");
    } else if (text.contains(" ")) {
      url.invalid("must not contain white-space");
    } else if (text.contains("//")) {
      url.invalid("must not contain double slash");
    } else {
      int star = text.indexOf('*');
      if (star >= 0 && star != text.length() - 1) {
        url.invalid("wildcard can only do suffix matching");
      } else if (star >= 0 && !text.endsWith("/*")) {
        url.invalid("wildcard must be the only character in a path segment");
      }
    }
  }

  static void status(Field object) {
    var seen = new ArrayList<String>();
    for (Field condition : object.get("status.conditions").items()) {
      condition.get("type").with(condition.text("type")).notAmong(seen);
      condition.get("type").isGiven();
    }
  }
}
