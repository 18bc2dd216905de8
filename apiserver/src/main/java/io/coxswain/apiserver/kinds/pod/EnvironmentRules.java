package io.coxswain.apiserver.kinds.pod;

import io.coxswain.api.Quantities;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;
import java.util.Locale;

/** The rules for environment variables of a container and their sources. */
final class EnvironmentRules {
  static final List<String> VOLUME_FIELDS =
      List.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid");
  private static final List<String> VARIABLE_FIELDS =
      List.of(
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.serviceAccountName",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");
  private static final List<String> KNOWN_FIELDS =
      List.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.restartPolicy",
          "spec.serviceAccountName",
          "spec.schedulerName",
          "status.phase",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");
  private static final List<String> RESOURCES =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");
  private static final List<String> SIZES =
      List.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");

  private EnvironmentRules() {}

  static void variables(Field variables) {
    for (Field variable : variables.items()) {
      variable.get("name").orEmpty().given(Formats::environmentVariable);
      if (variable.has("valueFrom")) {
        valueFrom(variable.get("valueFrom"), variable.text("value"));
      }
    }
  }

  private static void valueFrom(Field from, String value) {
    int sources = 0;
    if (from.has("fieldRef")) {
      sources++;
      fieldRef(from.get("fieldRef"), VARIABLE_FIELDS);
    }
    if (from.has("resourceFieldRef")) {
      sources++;
      resourceFieldRef(from.get("resourceFieldRef"), false);
    }
    for (String kind : List.of("configMapKeyRef", "secretKeyRef")) {
      if (from.has(kind)) {
        sources++;
        from.get(kind).get("name").matches(Formats::dnsSubdomain);
        from.get(kind).get("key").given(Formats::configMapKey);
      }
    }
    if (from.has("fileKeyRef")) {
      sources++;
      fileKeyRef(from.get("fileKeyRef"));
    }
    if (sources == 0) {
      from.invalid(
          "",
          "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`"
              + " or `fileKeyRef`");
    } else if (!value.isEmpty()) {
      from.invalid("", "may not be specified when `value` is not empty");
    } else if (sources > 1) {
      from.invalid("", "may not have more than one field specified at a time");
    }
  }

  private static void fileKeyRef(Field ref) {
    ref.get("key").given(Formats::environmentVariable);
    ref.get("volumeName").given(Formats::dnsLabel);
    if (ref.get("path").isGiven()) {
      PathRules.noBacksteps(ref.get("path"));
    }
  }

  /** A field of the pod, such as {@code metadata.labels['app']}. */
  static void fieldRef(Field ref, List<String> supported) {
    if (!ref.get("apiVersion").isGiven() || !ref.get("fieldPath").isGiven()) {
      return;
    }
    Field path = ref.get("fieldPath");
    if (!ref.get("apiVersion").is("v1")) {
      path.invalid(
          "error converting fieldPath: unsupported pod version: " + ref.text("apiVersion"));
      return;
    }
    String text = path.text();
    String head = text.endsWith("']") ? text.substring(0, text.length() - 2) : "";
    int bracket = head.indexOf("['");
    if (bracket > 0) {
      subscript(ref, head.substring(0, bracket), head.substring(bracket + 2));
      return;
    }
    // The field name used by old clients.
    String known = text.equals("spec.host") ? "spec.nodeName" : text;
    if (!KNOWN_FIELDS.contains(known)) {
      path.invalid("error converting fieldPath: field label not supported: " + text);
    } else if (!supported.contains(known)) {
      path.with(known).unsupported(supported);
    }
  }

  private static void subscript(Field ref, String path, String key) {
    switch (path) {
      case "metadata.annotations" ->
          ref.with(key.toLowerCase(Locale.ROOT)).matches(Formats::qualifiedName);
      case "metadata.labels" -> ref.with(key).matches(Formats::qualifiedName);
      default ->
          ref.get("fieldPath")
              .invalid(
                  "error converting fieldPath: field label does not support subscript: "
                      + ref.text("fieldPath"));
    }
  }

  /** A reference to a resource of a container. */
  static void resourceFieldRef(Field ref, boolean inVolume) {
    Field resource = ref.get("resource");
    if (inVolume && ref.get("containerName").isEmpty()) {
      ref.get("containerName").required();
    } else if (resource.isGiven() && !RESOURCES.contains(resource.text()) && !huge(resource)) {
      resource.unsupported(RESOURCES);
    }
    divisor(ref, resource.text());
  }

  private static boolean huge(Field resource) {
    return resource.text().startsWith("requests.hugepages-")
        || resource.text().startsWith("limits.hugepages-");
  }

  private static void divisor(Field ref, String resource) {
    String divisor = ref.text("divisor");
    if (divisor.isEmpty() || Quantities.value(divisor).signum() == 0) {
      return;
    }
    Field at = ref.get("divisor").with(resource);
    String sizes = "only divisor's values " + String.join(", ", SIZES) + " are supported with the ";
    if (resource.endsWith(".cpu")) {
      if (!List.of("1m", "1").contains(divisor)) {
        at.invalid("only divisor's values 1m and 1 are supported with the cpu resource");
      }
    } else if (!SIZES.contains(divisor)) {
      if (resource.endsWith(".memory")) {
        at.invalid(sizes + "memory resource");
      } else if (resource.endsWith(".ephemeral-storage")) {
        at.invalid(sizes + "local ephemeral storage resource");
      } else if (huge(ref.get("resource"))) {
        at.invalid(sizes + "hugepages resource");
      }
    }
  }

  /** ConfigMaps and Secrets whose keys become variables. */
  static void sources(Field sources) {
    for (Field source : sources.items()) {
      source.get("prefix").matchesIfGiven(Formats::environmentVariable);
      int found = 0;
      for (String kind : List.of("configMapRef", "secretRef")) {
        if (source.has(kind)) {
          found++;
          Field name = source.get(kind).get("name");
          if (name.isGiven()) {
            for (String problem : Formats.dnsSubdomain(Formats.prefix(name.text()))) {
              name.invalid(problem);
            }
          }
        }
      }
      if (found == 0) {
        sources.invalid("", "must specify one of: `configMapRef` or `secretRef`");
      } else if (found > 1) {
        sources.invalid("", "may not have more than one field specified at a time");
      }
    }
  }
}
