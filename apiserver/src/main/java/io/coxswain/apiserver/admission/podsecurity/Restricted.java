package io.coxswain.apiserver.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The additional checks of the restricted level: least privilege. */
final class Restricted {
  private static final Set<String> HARMLESS_VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "image",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private Restricted() {}

  static Optional<String> escalation(Subject subject) {
    return Subject.ifAny(
        subject.secured(c -> c.path("allowPrivilegeEscalation").asBoolean(true)),
        bad ->
            Subject.containers(bad) + " must set securityContext.allowPrivilegeEscalation=false");
  }

  static Optional<String> fewCapabilities(Subject subject) {
    var details = new ArrayList<String>();
    Subject.ifAny(
            subject.secured(c -> !Meta.strings(c.at("/capabilities/drop")).contains("ALL")),
            bad ->
                Subject.containers(bad) + " must set securityContext.capabilities.drop=[\"ALL\"]")
        .ifPresent(details::add);
    subject.extraCapabilities(Set.of("NET_BIND_SERVICE")).ifPresent(details::add);
    return Subject.ifAny(details, all -> String.join("; ", all));
  }

  static Optional<String> volumes(Subject subject) {
    var names = new ArrayList<String>();
    var types = new TreeSet<String>();
    for (JsonNode volume : subject.spec().path("volumes")) {
      List<String> sources =
          volume
              .propertyStream()
              .map(Map.Entry::getKey)
              .filter(field -> !field.equals("name"))
              .toList();
      if (sources.stream().noneMatch(HARMLESS_VOLUMES::contains)) {
        names.add(volume.path("name").asText());
        types.add(sources.isEmpty() ? "unknown" : sources.getFirst());
      }
    }
    return Subject.ifAny(
        names,
        bad ->
            (bad.size() == 1 ? "volume " : "volumes ")
                + Subject.quoted(bad)
                + (bad.size() == 1 ? " uses " : " use ")
                + (types.size() == 1 ? "restricted volume type " : "restricted volume types ")
                + Subject.quoted(types));
  }

  static Optional<String> nonRoot(Subject subject) {
    JsonNode own = subject.security().path("runAsNonRoot");
    boolean pod = own.isBoolean() && !own.asBoolean();
    List<String> against =
        subject.secured(
            c -> c.path("runAsNonRoot").isBoolean() && !c.path("runAsNonRoot").asBoolean());
    if (pod || !against.isEmpty()) {
      return Optional.of(
          Subject.setters(pod, against) + " must not set securityContext.runAsNonRoot=false");
    }
    List<String> silent =
        own.asBoolean() ? List.of() : subject.secured(c -> !c.path("runAsNonRoot").isBoolean());
    return Subject.ifAny(
        silent,
        bad -> "pod or " + Subject.containers(bad) + " must set securityContext.runAsNonRoot=true");
  }

  static boolean isRoot(JsonNode security) {
    return security.path("runAsUser").isNumber() && security.path("runAsUser").asLong() == 0;
  }

  static Optional<String> rootUser(Subject subject) {
    boolean pod = isRoot(subject.security());
    List<String> bad = subject.secured(Restricted::isRoot);
    return !pod && bad.isEmpty()
        ? Optional.empty()
        : Optional.of(Subject.setters(pod, bad) + " must not set runAsUser=0");
  }

  static Optional<String> seccompOrDefault(Subject subject) {
    Optional<String> loose = Baseline.seccomp(subject);
    if (loose.isPresent() || subject.security().hasNonNull("seccompProfile")) {
      return loose;
    }
    return Subject.ifAny(
        subject.secured(c -> !c.hasNonNull("seccompProfile")),
        bad ->
            "pod or "
                + Subject.containers(bad)
                + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                + " \"Localhost\"");
  }
}
