package io.coxswain.apiserver.kinds.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.LabelRules;
import io.coxswain.cel.Compilation;
import io.coxswain.cel.Environment;
import io.coxswain.cel.Program;
import io.coxswain.cel.type.PolicyTypes;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rules of webhook configurations. */
public final class WebhookRules {
  private static final List<String> HARMLESS = List.of("None", "NoneOnDryRun");
  private static final List<String> SIDE_EFFECTS =
      List.of("None", "NoneOnDryRun", "Some", "Unknown");
  private static final List<String> REVIEWS = List.of("v1", "v1beta1");
  private static final List<String> OPERATIONS =
      List.of("*", "CONNECT", "CREATE", "DELETE", "UPDATE");
  private static final String FORM = "; desired format: https://host[/path]";
  private static final int MAX_CONDITIONS = 64;

  private WebhookRules() {}

  static boolean hasSideEffects(ObjectNode configuration) {
    for (JsonNode hook : configuration.path("webhooks")) {
      if (!HARMLESS.contains(hook.path("sideEffects").asText())) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param sideEffects whether webhooks may have side effects, as those from before v1 may
   */
  static void check(Field configuration, boolean mutating, boolean sideEffects) {
    Set<String> names = new TreeSet<>();
    for (Field hook : configuration.get("webhooks").items()) {
      hook(hook, mutating, sideEffects ? SIDE_EFFECTS : HARMLESS);
      reviewVersions(hook.get("admissionReviewVersions"));
      if (!hook.text("name").isEmpty()) {
        hook.get("name").notAmong(names);
      }
    }
  }

  private static void hook(Field hook, boolean mutating, List<String> sideEffects) {
    fullName(hook.get("name"));
    hook.get("rules").items().forEach(rule -> ruleWithOperations(rule));
    hook.get("failurePolicy").oneOfIfSet(List.of("Fail", "Ignore"));
    hook.get("matchPolicy").oneOfIfSet(List.of("Equivalent", "Exact"));
    if (hook.has("sideEffects")) {
      hook.get("sideEffects").oneOf(sideEffects);
    } else {
      hook.get("sideEffects").required("must specify one of " + String.join(", ", sideEffects));
    }
    Field timeout = hook.get("timeoutSeconds");
    if (timeout.isSet() && (timeout.number() > 30 || timeout.number() < 1)) {
      timeout.invalid("the timeout value must be between 1 and 30 seconds");
    }
    LabelRules.selector(hook.get("namespaceSelector"));
    LabelRules.selector(hook.get("objectSelector"));
    if (mutating) {
      hook.get("reinvocationPolicy").oneOfIfSet(List.of("IfNeeded", "Never"));
    }
    client(hook.get("clientConfig"));
    conditions(hook.get("matchConditions"));
  }

  private static void fullName(Field name) {
    if (!name.isGiven()) {
      return;
    }
    List<String> problems = Formats.dnsSubdomain(name.text());
    if (!problems.isEmpty()) {
      name.invalid(String.join(",", problems));
    } else if (name.text().split("\\.").length < 3) {
      name.invalid("should be a domain with at least three segments separated by dots");
    }
  }

  private static void ruleWithOperations(Field rule) {
    Field operations = rule.get("operations");
    operations.isGiven();
    alone(operations, "operations");
    operations.items().forEach(operation -> operation.oneOf(OPERATIONS));
    rule(rule, true);
  }

  /**
   * A rule without its operations, as used by policies too.
   *
   * @param subresources whether it may name subresources
   */
  public static void rule(Field rule, boolean subresources) {
    rule.get("apiGroups").isGiven();
    alone(rule.get("apiGroups"), "API groups");
    rule.get("apiVersions").isGiven();
    alone(rule.get("apiVersions"), "API versions");
    rule.get("apiVersions").items().forEach(Field::isGiven);
    if (subresources) {
      resources(rule.get("resources"));
    } else {
      rule.get("resources").isGiven();
      for (Field resource : rule.get("resources").items()) {
        resource.isGiven();
        if (resource.text().contains("/")) {
          resource.invalid("must not specify subresources");
        }
      }
      alone(rule.get("resources"), "resources");
    }
    rule.get("scope").oneOfIfSet(List.of("*", "Cluster", "Namespaced"));
  }

  private static void alone(Field list, String what) {
    if (list.size() > 1 && texts(list).contains("*")) {
      list.invalid("if '*' is present, must not specify other " + what);
    }
  }

  private static void resources(Field resources) {
    resources.isGiven();
    Set<String> allOf = new TreeSet<>();
    Set<String> ofAll = new TreeSet<>();
    boolean plain = false;
    for (Field item : resources.items()) {
      if (!item.isGiven()) {
        continue;
      }
      String[] parts = item.text().split("/", 2);
      if (parts.length == 1) {
        plain = !item.is("*");
        continue;
      }
      if (allOf.contains(parts[0])) {
        item.invalid("if '" + parts[0] + "/*' is present, must not specify " + item.text());
      }
      if (ofAll.contains(parts[1])) {
        item.invalid("if '*/" + parts[1] + "' is present, must not specify " + item.text());
      }
      if (parts[1].equals("*")) {
        allOf.add(parts[0]);
      }
      if (parts[0].equals("*")) {
        ofAll.add(parts[1]);
      }
    }
    List<String> texts = texts(resources);
    if (texts.size() > 1 && texts.contains("*/*")) {
      resources.invalid("if '*/*' is present, must not specify other resources");
    }
    if (texts.contains("*") && plain) {
      resources.invalid("if '*' is present, must not specify other resources without subresources");
    }
  }

  private static List<String> texts(Field list) {
    return list.items().stream().map(Field::text).toList();
  }

  private static void reviewVersions(Field versions) {
    String known = String.join(", ", REVIEWS);
    if (!versions.isGiven("must specify one of " + known)) {
      return;
    }
    var seen = new ArrayList<String>();
    for (Field version : versions.items()) {
      if (seen.contains(version.text())) {
        version.invalid("duplicate version");
        continue;
      }
      seen.add(version.text());
      version.matches(Formats::dns1035Label);
    }
    if (REVIEWS.stream().noneMatch(seen::contains)) {
      versions.invalid("must include at least one of " + known);
    }
  }

  /** The address of a webhook, by URL or service. */
  public static void client(Field client) {
    if (client.has("url") == client.has("service")) {
      client.required("exactly one of url or service is required");
    } else if (client.has("url")) {
      url(client.get("url"));
    } else {
      service(client.get("service"));
    }
  }

  private static void url(Field field) {
    URI url;
    try {
      url = new URI(field.text());
    } catch (URISyntaxException e) {
      field.required("url must be a valid URL: " + e.getMessage() + FORM);
      return;
    }
    String scheme = url.getScheme() == null ? "" : url.getScheme();
    if (!scheme.equals("https")) {
      field.invalid(scheme, "'https' is the only allowed URL scheme" + FORM);
    }
    if (url.getHost() == null && url.getRawAuthority() == null) {
      field.invalid("", "host must be specified" + FORM);
    }
    if (url.getRawUserInfo() != null) {
      field.invalid(url.getRawUserInfo(), "user information is not permitted in the URL");
    }
    if (url.getRawFragment() != null && !url.getRawFragment().isEmpty()) {
      field.invalid(url.getRawFragment(), "fragments are not permitted in the URL");
    }
    if (url.getRawQuery() != null && !url.getRawQuery().isEmpty()) {
      field.invalid(url.getRawQuery(), "query parameters are not permitted in the URL");
    }
  }

  private static void service(Field service) {
    // Upstream confuses the two names here.
    if (service.text("namespace").isEmpty()) {
      service.get("name").required();
    }
    if (service.text("name").isEmpty()) {
      service.get("namespace").required();
    }
    Field port = service.get("port");
    if (port.isSet() && (port.number() < 1 || port.number() > 65535)) {
      port.invalid("port is not valid: must be between 1 and 65535, inclusive");
    }
    path(service.get("path"));
  }

  private static void path(Field field) {
    String path = field.text();
    if (path.isEmpty() || path.equals("/")) {
      return;
    }
    if (path.equals("//")) {
      field.invalid("segment[0] may not be empty");
      return;
    }
    if (!path.startsWith("/")) {
      field.invalid("must start with a '/'");
    }
    String rest = path.substring(1);
    String[] steps =
        (rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest).split("/", -1);
    for (int i = 0; i < steps.length; i++) {
      if (steps[i].isEmpty()) {
        field.invalid("segment[" + i + "] may not be empty");
        continue;
      }
      for (String problem : Formats.dnsSubdomain(steps[i])) {
        field.invalid("segment[" + i + "]: " + problem);
      }
    }
  }

  /** Created on first use. */
  private static final class Condition {
    static final Environment ENVIRONMENT = Environment.of(PolicyTypes.variables(false, Map.of()));
  }

  private static void compile(Field expression) {
    Compilation compiled = Condition.ENVIRONMENT.compile(expression.text().strip());
    Program program = compiled.program();
    if (program == null) {
      expression.invalid("compilation failed: " + compiled.error());
    } else if (!program.isBool()) {
      expression.invalid("must evaluate to bool but got " + program.type());
    }
  }

  private static void conditions(Field conditions) {
    if (conditions.size() > MAX_CONDITIONS) {
      conditions.tooMany(MAX_CONDITIONS);
    }
    Set<String> names = new TreeSet<>();
    for (Field condition : conditions.items()) {
      Field expression = condition.get("expression");
      if (expression.isGiven()) {
        compile(expression);
      }
      Field name = condition.get("name");
      if (name.isGiven()) {
        name.matches(Formats::qualifiedName);
        if (!names.add(name.text())) {
          name.error(FieldError.duplicate(name.path(), TextNode.valueOf(name.text())));
        }
      }
    }
  }
}
