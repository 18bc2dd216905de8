package io.coxswain.apiserver.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** A parsed FlowSchema. */
record FlowSchema(
    String name,
    String uid,
    int precedence,
    String level,
    Distinguisher distinguisher,
    List<Rule> rules,
    FlowSeries series) {
  /** The order in which schemas are tried. */
  static final Comparator<FlowSchema> ORDER =
      Comparator.comparingInt(FlowSchema::precedence).thenComparing(FlowSchema::name);

  private static final String ALL = "*";
  private static final String ACCOUNT = "system:serviceaccount:";

  /** What distinguishes the flows of a schema. */
  enum Distinguisher {
    NONE,
    BY_USER,
    BY_NAMESPACE
  }

  /** A rule: the subjects and requests that it matches. */
  record Rule(List<Subject> subjects, List<ResourceRule> resources, List<UrlRule> urls) {}

  record Subject(String kind, String name, String namespace) {
    boolean matches(User user) {
      return switch (kind) {
        case "User" -> name.equals(ALL) || name.equals(user.name());
        case "Group" -> name.equals(ALL) || user.groups().contains(name);
        case "ServiceAccount" ->
            name.equals(ALL)
                ? user.name().startsWith(ACCOUNT + namespace + ":")
                : user.name().equals(ACCOUNT + namespace + ":" + name);
        default -> false;
      };
    }
  }

  record ResourceRule(
      Set<String> verbs,
      Set<String> groups,
      Set<String> resources,
      Set<String> namespaces,
      boolean clusterScope) {
    boolean matches(RequestInfo info) {
      String resource =
          info.subresource().isEmpty()
              ? info.resource()
              : info.resource() + "/" + info.subresource();
      if (!has(verbs, info.verb()) || !has(resources, resource) || !has(groups, info.group())) {
        return false;
      }
      return info.namespace().isEmpty() ? clusterScope : has(namespaces, info.namespace());
    }
  }

  record UrlRule(Set<String> verbs, List<String> urls) {
    boolean matches(RequestInfo info, String path) {
      if (!has(verbs, info.verb())) {
        return false;
      }
      for (String url : urls) {
        if (url.equals(ALL) || url.equals(path)) {
          return true;
        }
        String prefix = url.endsWith(ALL) ? url.substring(0, url.length() - 1) : url;
        if (path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/")) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean has(Set<String> some, String one) {
    return some.contains(ALL) || some.contains(one);
  }

  /** Whether the request belongs to the schema. */
  boolean matches(RequestInfo info, String path, User user) {
    for (Rule rule : rules) {
      if (rule.subjects.stream().anyMatch(subject -> subject.matches(user))) {
        boolean matches =
            info.isResource()
                ? rule.resources.stream().anyMatch(each -> each.matches(info))
                : rule.urls.stream().anyMatch(each -> each.matches(info, path));
        if (matches) {
          return true;
        }
      }
    }
    return false;
  }

  static FlowSchema of(Stored stored, FlowMetrics metrics) {
    JsonNode spec = stored.tree().path("spec");
    String name = stored.key().name();
    String level = spec.at("/priorityLevelConfiguration/name").asText();
    List<Rule> rules = new ArrayList<>();
    for (JsonNode rule : spec.path("rules")) {
      rules.add(rule(rule));
    }
    return new FlowSchema(
        name,
        stored.uid(),
        spec.path("matchingPrecedence").asInt(),
        level,
        switch (spec.at("/distinguisherMethod/type").asText()) {
          case "ByUser" -> Distinguisher.BY_USER;
          case "ByNamespace" -> Distinguisher.BY_NAMESPACE;
          default -> Distinguisher.NONE;
        },
        List.copyOf(rules),
        metrics.series(level, name));
  }

  private static Rule rule(JsonNode json) {
    List<Subject> subjects = new ArrayList<>();
    for (JsonNode subject : json.path("subjects")) {
      String kind = subject.path("kind").asText();
      JsonNode named =
          switch (kind) {
            case "User" -> subject.path("user");
            case "Group" -> subject.path("group");
            default -> subject.path("serviceAccount");
          };
      subjects.add(
          new Subject(kind, named.path("name").asText(), named.path("namespace").asText()));
    }
    List<ResourceRule> resources = new ArrayList<>();
    for (JsonNode rule : json.path("resourceRules")) {
      resources.add(
          new ResourceRule(
              texts(rule.path("verbs")),
              texts(rule.path("apiGroups")),
              texts(rule.path("resources")),
              texts(rule.path("namespaces")),
              rule.path("clusterScope").asBoolean()));
    }
    List<UrlRule> urls = new ArrayList<>();
    for (JsonNode rule : json.path("nonResourceRules")) {
      urls.add(new UrlRule(texts(rule.path("verbs")), Meta.strings(rule.path("nonResourceURLs"))));
    }
    return new Rule(List.copyOf(subjects), List.copyOf(resources), List.copyOf(urls));
  }

  private static Set<String> texts(JsonNode list) {
    return new java.util.TreeSet<>(Meta.strings(list));
  }
}
