package io.coxswain.apiserver.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.kinds.pod.PodSpecs;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Enforces the pod security standard of a namespace on its pods. Warns about violating pod
 * templates, and about existing pods when a namespace becomes stricter.
 */
public final class PodSecurity implements Plugin {
  private static final Map<String, String> TEMPLATES =
      Map.of(
          "replicationcontrollers", "/spec/template",
          "podtemplates", "/template",
          "replicasets.apps", "/spec/template",
          "deployments.apps", "/spec/template",
          "statefulsets.apps", "/spec/template",
          "daemonsets.apps", "/spec/template",
          "jobs.batch", "/spec/template",
          "cronjobs.batch", "/spec/jobTemplate/spec/template");

  private static final String ENFORCED = "enforce-policy";

  private volatile Known last = new Known(SortedTree.empty(), new ConcurrentHashMap<>());

  /** The policies for one state of the namespaces, which rarely change; at most one for each. */
  private record Known(
      SortedTree<ObjectKey, Stored> namespaces, ConcurrentHashMap<String, NamespacePolicy> of) {}

  @Override
  public List<String> resources() {
    var all = new TreeSet<>(TEMPLATES.keySet());
    all.addAll(List.of("namespaces", "pods", "pods/ephemeralcontainers", "pods/resize"));
    return List.copyOf(all);
  }

  @Override
  public void validate(Attributes attributes) {
    String collection = attributes.kind().collection();
    switch (collection) {
      case "namespaces" -> namespace(attributes);
      case "pods" -> pod(attributes);
      default -> template(attributes, TEMPLATES.getOrDefault(collection, ""));
    }
  }

  private NamespacePolicy policy(Attributes attributes) {
    var namespaces = attributes.context().snapshot().collection("namespaces");
    Known known = last;
    if (known.namespaces != namespaces) {
      known = new Known(namespaces, new ConcurrentHashMap<>());
      last = known;
    }
    return known.of.computeIfAbsent(
        attributes.namespace(),
        name -> {
          Stored namespace = namespaces.get(ObjectKey.of(name));
          return NamespacePolicy.of(namespace == null ? Map.of() : namespace.labels());
        });
  }

  private void pod(Attributes attributes) {
    NamespacePolicy policy = policy(attributes);
    if (policy.demandsNothing()) {
      annotate(attributes, ENFORCED, LevelVersion.NONE.toString());
      return;
    }
    if (!isSignificant(attributes)) {
      return;
    }
    annotate(attributes, ENFORCED, policy.enforce().toString());
    var subject = new Subject(Meta.of(attributes.object()), attributes.object().path("spec"));
    List<Violation> wrong = Checks.of(policy.enforce(), subject);
    audit(attributes, policy, subject);
    if (!wrong.isEmpty()) {
      throw new AdmissionException(
          "violates PodSecurity \"" + policy.enforce() + "\": " + Checks.told(wrong));
    }
    warn(attributes, policy.warn(), subject);
  }

  /** An update is checked if it adds containers or changes an image. */
  private static boolean isSignificant(Attributes attributes) {
    if (attributes.isCreate()) {
      return true;
    }
    JsonNode was = attributes.old().path("spec");
    JsonNode is = attributes.object().path("spec");
    for (String kind : PodSpecs.CONTAINER_LISTS) {
      if (!images(was.path(kind)).equals(images(is.path(kind)))) {
        return true;
      }
    }
    return false;
  }

  private static List<String> images(JsonNode containers) {
    return containers.valueStream().map(c -> c.path("image").asText()).toList();
  }

  private void template(Attributes attributes, String pointer) {
    NamespacePolicy policy = policy(attributes);
    JsonNode template = attributes.object().at(pointer);
    boolean demanded =
        !policy.warn().isPrivileged()
            || !policy.audit().isPrivileged()
            || !policy.errors().isEmpty();
    if (demanded && template.isObject()) {
      var subject = new Subject(template.path("metadata"), template.path("spec"));
      audit(attributes, policy, subject);
      warn(attributes, policy.warn(), subject);
    }
  }

  /** Records in the audit log what violates the level for auditing. */
  private static void audit(Attributes attributes, NamespacePolicy policy, Subject subject) {
    if (!policy.errors().isEmpty()) {
      annotate(attributes, "error", "Failed to parse policy: " + FieldError.join(policy.errors()));
    }
    if (policy.audit().isPrivileged()) {
      return;
    }
    List<Violation> wrong = Checks.of(policy.audit(), subject);
    if (!wrong.isEmpty()) {
      annotate(
          attributes,
          "audit-violations",
          "would violate PodSecurity \"" + policy.audit() + "\": " + Checks.told(wrong));
    }
  }

  private static void annotate(Attributes attributes, String key, String value) {
    attributes.context().annotations().add("pod-security.kubernetes.io/" + key, value);
  }

  private static void warn(Attributes attributes, LevelVersion standard, Subject subject) {
    List<Violation> wrong = Checks.of(standard, subject);
    if (!wrong.isEmpty()) {
      attributes
          .context()
          .warnings()
          .add("would violate PodSecurity \"" + standard + "\": " + Checks.told(wrong));
    }
  }

  // ---- namespaces -----------------------------------------------------------------------------

  private static void namespace(Attributes attributes) {
    if (!attributes.isOf("namespaces")) {
      return;
    }
    NamespacePolicy policy = NamespacePolicy.of(Meta.labels(attributes.object()));
    NamespacePolicy before =
        attributes.isCreate() ? policy : NamespacePolicy.of(Meta.labels(attributes.old()));
    boolean wasWrong = !attributes.isCreate() && policy.errors().equals(before.errors());
    if (!policy.errors().isEmpty() && !wasWrong) {
      throw StatusException.invalid(
          attributes.kind().type(), Meta.name(attributes.object()), policy.errors());
    }
    if (!attributes.isCreate() && isStricter(policy.enforce(), before.enforce())) {
      attributes
          .context()
          .warnings()
          .addAll(
              PodSurvey.of(
                  attributes.context().snapshot(),
                  Meta.name(attributes.object()),
                  policy.enforce()));
    }
  }

  private static boolean isStricter(LevelVersion now, LevelVersion before) {
    return !now.isPrivileged()
        && !now.equals(before)
        && (now.minor() != before.minor() || now.level().compareTo(before.level()) > 0);
  }
}
