package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Quantities;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Warnings about values in a pod or template that are valid but may not have the intended effect.
 */
public final class PodWarnings {
  private static final Map<String, String> OLD_LABELS =
      new TreeMap<>(
          Map.of(
              "beta.kubernetes.io/arch",
              "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
              "beta.kubernetes.io/os",
              "deprecated since v1.14; use \"kubernetes.io/os\" instead",
              "failure-domain.beta.kubernetes.io/region",
              "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
              "failure-domain.beta.kubernetes.io/zone",
              "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
              "beta.kubernetes.io/instance-type",
              "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
              "app.kubernetes.io/created-by",
              "deprecated since v1.9",
              "scheduler.alpha.kubernetes.io/preferAvoidPods",
              "deprecated since v1.22; use Taints and Tolerations instead",
              "node-role.kubernetes.io/master",
              "use \"node-role.kubernetes.io/control-plane\" instead"));

  private static final List<List<String>> OLD_ANNOTATIONS =
      List.of(
          List.of(
              "scheduler.alpha.kubernetes.io/critical-pod",
              "non-functional in v1.16+; use the \"priorityClassName\" field instead"),
          List.of(
              "security.alpha.kubernetes.io/sysctls",
              "non-functional in v1.11+; use the \"sysctls\" field instead"),
          List.of(
              "security.alpha.kubernetes.io/unsafe-sysctls",
              "non-functional in v1.11+; use the \"sysctls\" field instead"));

  /** The field, the name in the warning, and the warning; in upstream's order. */
  private static final List<List<String>> OLD_VOLUMES =
      List.of(
          List.of(
              "photonPersistentDisk",
              "photonPersistentDisk",
              "deprecated in v1.11, non-functional in v1.16+"),
          List.of("gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
          List.of("scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
          List.of("flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"),
          List.of("storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"),
          List.of("quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"),
          List.of("glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"),
          List.of("cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"),
          List.of("rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"));

  private static final String NO_SELECTOR = "a null labelSelector results in matching no pod";

  private final Field template;
  private final Field spec;
  private final boolean ofTemplate;
  private final List<String> warnings;

  private PodWarnings(Field template, List<String> warnings) {
    this.template = template;
    this.spec = template.get("spec");
    this.ofTemplate = !template.path().isEmpty();
    this.warnings = warnings;
  }

  /**
   * Adds the warnings.
   *
   * @param path of the template; empty for a pod
   */
  public static void add(JsonNode template, String path, List<String> warnings) {
    new PodWarnings(Field.of(template, path, new ArrayList<>()), warnings).add();
  }

  private void add() {
    labels();
    annotations();
    volumes();
    VolumeOverlaps.add(spec.node().path("volumes"), warnings);
    repeated(spec.get("hostAliases"), "ip");
    repeated(spec.get("imagePullSecrets"), "name");
    for (Field secret : spec.get("imagePullSecrets").items()) {
      if (secret.get("name").isEmpty()) {
        warn(secret.get("name"), "invalid empty name \"\"");
      }
    }
    fraction(spec.get("overhead").entry("memory"));
    fraction(spec.get("overhead").entry("ephemeral-storage"));
    seccomp("seccomp.security.alpha.kubernetes.io/pod", spec);
    ContainerRules.all(spec).forEach(this::container);
    ports();
    portNames();
    if (spec.get("terminationGracePeriodSeconds").number() < 0) {
      warn(
          spec.get("terminationGracePeriodSeconds"),
          "must be >= 0; negative values are invalid and will be treated as 1");
    }
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      affinity(spec.get("affinity").get(kind));
    }
  }

  private void warn(Field at, String what) {
    warnings.add(at.path() + ": " + what);
  }

  private void labels() {
    for (Field label : spec.get("nodeSelector").entries()) {
      String old = OLD_LABELS.get(label.key());
      if (old != null) {
        warn(label, old);
      }
    }
    Field node = spec.get("affinity.nodeAffinity");
    for (Field term :
        node.get("requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms").items()) {
      nodeTerm(term, false);
    }
    for (Field term : node.get("preferredDuringSchedulingIgnoredDuringExecution").items()) {
      nodeTerm(term.get("preference"), true);
    }
    for (Field constraint : spec.get("topologySpreadConstraints").items()) {
      oldKey(constraint.get("topologyKey"));
      if (!constraint.has("labelSelector")) {
        warn(constraint.get("labelSelector"), NO_SELECTOR);
      }
    }
  }

  private void oldKey(Field key) {
    String old = OLD_LABELS.get(key.text());
    if (old != null) {
      warn(key, key.text() + " is " + old);
    }
  }

  private void nodeTerm(Field term, boolean values) {
    for (Field expression : term.get("matchExpressions").items()) {
      oldKey(expression.get("key"));
      if (values) {
        for (Field value : expression.get("values").items()) {
          for (String problem : Formats.labelValue(value.text())) {
            warn(value, value.text() + " is invalid, " + problem);
          }
        }
      }
    }
  }

  private void annotations() {
    Field annotations = template.get("metadata.annotations");
    for (List<String> old : OLD_ANNOTATIONS) {
      if (annotations.entry(old.get(0)).isSet()) {
        warn(annotations.entry(old.get(0)), old.get(1));
      }
    }
  }

  private void volumes() {
    for (Field volume : spec.get("volumes").items()) {
      for (List<String> old : OLD_VOLUMES) {
        if (volume.has(old.get(0))) {
          warnings.add(volume.path() + "." + old.get(1) + ": " + old.get(2));
        }
      }
      Field claim = volume.get("ephemeral.volumeClaimTemplate.spec.resources");
      fraction(claim.get("requests").entry("storage"));
      fraction(claim.get("limits").entry("storage"));
    }
  }

  private void repeated(Field list, String field) {
    var seen = new TreeSet<String>();
    for (Field item : list.items()) {
      if (!seen.add(item.text(field))) {
        warn(item.get(field), "duplicate " + field + " \"" + item.text(field) + "\"");
      }
    }
  }

  private void fraction(Field amount) {
    if (amount.isSet() && !Quantities.isInteger(Quantities.value(amount.text()))) {
      warn(
          amount, "fractional byte value \"" + amount.text() + "\" is invalid, must be an integer");
    }
  }

  private void seccomp(String key, Field of) {
    Field annotation = template.get("metadata.annotations").entry(key);
    if (annotation.isSet() && !of.has("securityContext.seccompProfile")) {
      warn(annotation, "non-functional in v1.27+; use the \"seccompProfile\" field instead");
    }
  }

  private void container(Field container) {
    seccomp("container.seccomp.security.alpha.kubernetes.io/" + container.text("name"), container);
    if (ofTemplate && !container.has("securityContext.appArmorProfile")) {
      appArmor(container);
    }
    for (String resource : List.of("memory", "ephemeral-storage")) {
      fraction(container.get("resources.limits").entry(resource));
      fraction(container.get("resources.requests").entry(resource));
    }
    variables(container.get("env"));
  }

  private void appArmor(Field container) {
    Field annotation =
        template
            .get("metadata.annotations")
            .entry(PodAnnotationRules.APPARMOR + container.text("name"));
    JsonNode ofPod = spec.get("securityContext.appArmorProfile").node();
    if (annotation.isSet()
        && (ofPod.isMissingNode() || !SameJson.same(ofPod, AppArmor.field(annotation.text())))) {
      warn(annotation, AppArmor.DEPRECATED);
    }
  }

  private void variables(Field variables) {
    Set<String> seen = new TreeSet<>();
    for (Field variable : variables.items()) {
      String name = variable.text("name");
      if (seen.add(name)) {
        continue;
      }
      String reference = "$(" + name + ")";
      String value = variable.text("value");
      if (variable.has("valueFrom") || value.equals(reference) || !value.contains(reference)) {
        warn(
            variable,
            "hides previous definition of \"" + name + "\", which may be dropped when using apply");
      }
    }
  }

  private void ports() {
    var seen = new TreeMap<String, List<Field>>();
    for (Field container : ContainerRules.all(spec)) {
      for (Field port : container.get("ports").items()) {
        boolean address = !port.get("hostIP").isEmpty();
        long host = port.get("hostPort").number();
        if (address && host == 0) {
          warn(port, "hostIP set without hostPort: " + shown(port));
        }
        String key = port.get("containerPort").number() + "/" + port.text("protocol");
        List<Field> others = seen.computeIfAbsent(key, k -> new ArrayList<>());
        others.forEach(other -> clash(port, other));
        others.add(port);
      }
    }
  }

  private static String shown(Field port) {
    return "{Name:"
        + port.text("name")
        + " HostPort:"
        + port.get("hostPort").number()
        + " ContainerPort:"
        + port.get("containerPort").number()
        + " Protocol:"
        + port.text("protocol")
        + " HostIP:"
        + port.text("hostIP")
        + "}";
  }

  private void clash(Field port, Field other) {
    long host = port.get("hostPort").number();
    long otherHost = other.get("hostPort").number();
    String address = port.text("hostIP");
    String otherAddress = other.text("hostIP");
    if (host == otherHost && address.equals(otherAddress)) {
      warn(port, "duplicate port definition with " + other.path());
    } else if (host == 0 || otherHost == 0) {
      warn(port, "overlapping port definition with " + other.path());
    } else if (host == otherHost && address.isEmpty() != otherAddress.isEmpty()) {
      warn(port, "dangerously ambiguous port definition with " + other.path());
    }
  }

  private void portNames() {
    var seen = new TreeMap<String, String>();
    for (Field container : ContainerRules.all(spec)) {
      for (Field port : container.get("ports").items()) {
        String name = port.text("name");
        if (name.isEmpty()) {
          continue;
        }
        String other = seen.putIfAbsent(name, port.path());
        if (other != null) {
          warn(
              port,
              "duplicate port name \""
                  + name
                  + "\" with "
                  + other
                  + ", services and probes that select ports by name will use "
                  + other);
        }
      }
    }
  }

  private void affinity(Field affinity) {
    for (Field term : affinity.get("requiredDuringSchedulingIgnoredDuringExecution").items()) {
      if (!term.has("labelSelector")) {
        warn(term.get("labelSelector"), NO_SELECTOR);
      }
    }
    for (Field term : affinity.get("preferredDuringSchedulingIgnoredDuringExecution").items()) {
      if (!term.has("podAffinityTerm.labelSelector")) {
        warn(term.get("podAffinityTerm.labelSelector"), NO_SELECTOR);
      }
    }
  }
}
