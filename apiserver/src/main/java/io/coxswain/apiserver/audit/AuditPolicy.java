package io.coxswain.apiserver.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rest.RequestInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * An audit policy: the file of {@code --audit-policy-file}. The first rule that matches decides.
 */
public final class AuditPolicy {
  private static final Set<String> FIELDS =
      Set.of("apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields");
  private static final Set<String> RULE_FIELDS =
      Set.of(
          "level",
          "users",
          "userGroups",
          "verbs",
          "resources",
          "namespaces",
          "nonResourceURLs",
          "omitStages",
          "omitManagedFields");

  private final List<Rule> rules;

  private AuditPolicy(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** How much of a request is recorded. */
  enum Level {
    None,
    Metadata,
    Request,
    RequestResponse
  }

  /** When something is recorded. */
  enum Stage {
    RequestReceived,
    ResponseStarted,
    ResponseComplete,
    Panic
  }

  /** What is recorded of a request. */
  record Decision(Level level, Set<Stage> omitted, boolean omitManagedFields) {}

  private record Resources(String group, List<String> names, List<String> objects) {}

  private record Rule(
      List<String> users,
      List<String> groups,
      List<String> verbs,
      List<Resources> resources,
      List<String> namespaces,
      List<String> urls,
      Decision decision) {

    boolean matches(RequestInfo info, String path, User user) {
      if ((!users.isEmpty() && !users.contains(user.name()))
          || (!groups.isEmpty() && user.groups().stream().noneMatch(groups::contains))
          || (!verbs.isEmpty() && !verbs.contains(info.verb()))) {
        return false;
      }
      if (!namespaces.isEmpty() || !resources.isEmpty()) {
        return info.isResource()
            && (namespaces.isEmpty() || namespaces.contains(info.namespace()))
            && (resources.isEmpty() || resources.stream().anyMatch(r -> matches(r, info)));
      }
      return urls.isEmpty()
          || (!info.isResource() && urls.stream().anyMatch(url -> matches(url, path)));
    }

    private static boolean matches(String url, String path) {
      return url.equals("*")
          || url.equals(path)
          || (url.endsWith("*") && path.startsWith(url.replaceAll("\\*+$", "")));
    }

    private static boolean matches(Resources some, RequestInfo info) {
      if (!some.group.equals(info.group())) {
        return false;
      }
      if (some.names.isEmpty()) {
        return true;
      }
      String sub = info.subresource();
      String whole = sub.isEmpty() ? info.resource() : info.resource() + "/" + sub;
      return (some.objects.isEmpty() || some.objects.contains(info.name()))
          && some.names.stream()
              .anyMatch(
                  name ->
                      name.equals("*")
                          || name.equals(whole)
                          || name.equals(info.resource() + "/*")
                          || (!sub.isEmpty() && name.equals("*/" + sub)));
    }
  }

  /**
   * Reads a policy, in YAML or JSON.
   *
   * @param file its name in messages
   * @throws IOException with a message that names what is wrong, and where
   */
  public static AuditPolicy read(byte[] content, String file) throws IOException {
    JsonNode json;
    try {
      json = Json.yamlMapper().readTree(new String(content, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new IOException(file + ": not valid YAML: " + e.getOriginalMessage(), e);
    }
    if (json == null
        || !json.path("kind").asText().equals("Policy")
        || !json.path("apiVersion").asText().equals("audit.k8s.io/v1")) {
      throw new IOException(file + ": must be a Policy of audit.k8s.io/v1");
    }
    known(json, FIELDS, file, "");
    Set<Stage> omitted = stages(json.path("omitStages"), file, "omitStages");
    boolean omitManaged = json.path("omitManagedFields").asBoolean();
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < json.path("rules").size(); i++) {
      rules.add(rule(json.path("rules").get(i), omitted, omitManaged, file, "rules[" + i + "]"));
    }
    if (rules.isEmpty()) {
      throw new IOException(file + ": rules: must have at least one rule");
    }
    return new AuditPolicy(rules);
  }

  private static void known(JsonNode json, Set<String> fields, String file, String path)
      throws IOException {
    for (var field : json.properties()) {
      if (!fields.contains(field.getKey())) {
        throw new IOException(
            file + ": " + (path.isEmpty() ? "" : path + ".") + field.getKey() + ": unknown field");
      }
    }
  }

  private static Rule rule(
      JsonNode json, Set<Stage> omitted, boolean omitManaged, String file, String path)
      throws IOException {
    known(json, RULE_FIELDS, file, path);
    Level level;
    try {
      level = Level.valueOf(json.path("level").asText());
    } catch (IllegalArgumentException e) {
      throw new IOException(
          file
              + ": "
              + path
              + ".level: must be None, Metadata, Request or RequestResponse, not \""
              + json.path("level").asText()
              + "\"",
          e);
    }
    boolean urls = !json.path("nonResourceURLs").isEmpty();
    if (urls && (!json.path("resources").isEmpty() || !json.path("namespaces").isEmpty())) {
      throw new IOException(
          file
              + ": "
              + path
              + ".nonResourceURLs: rules cannot apply to both regular resources and"
              + " non-resource URLs");
    }
    EnumSet<Stage> all = EnumSet.noneOf(Stage.class);
    all.addAll(omitted);
    all.addAll(stages(json.path("omitStages"), file, path + ".omitStages"));
    List<Resources> resources = new ArrayList<>();
    for (JsonNode each : json.path("resources")) {
      resources.add(
          new Resources(
              each.path("group").asText(),
              Meta.strings(each.path("resources")),
              Meta.strings(each.path("resourceNames"))));
    }
    return new Rule(
        Meta.strings(json.path("users")),
        Meta.strings(json.path("userGroups")),
        Meta.strings(json.path("verbs")),
        resources,
        Meta.strings(json.path("namespaces")),
        Meta.strings(json.path("nonResourceURLs")),
        new Decision(level, all, json.path("omitManagedFields").asBoolean(omitManaged)));
  }

  private static Set<Stage> stages(JsonNode json, String file, String path) throws IOException {
    EnumSet<Stage> stages = EnumSet.noneOf(Stage.class);
    for (String name : Meta.strings(json)) {
      try {
        stages.add(Stage.valueOf(name));
      } catch (IllegalArgumentException e) {
        throw new IOException(file + ": " + path + ": no such stage: \"" + name + "\"", e);
      }
    }
    return stages;
  }

  Decision decide(RequestInfo info, String path, User user) {
    for (Rule rule : rules) {
      if (rule.matches(info, path, user)) {
        return rule.decision;
      }
    }
    return new Decision(Level.None, Set.of(), false);
  }
}
