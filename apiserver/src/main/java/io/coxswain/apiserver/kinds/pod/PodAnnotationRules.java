package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.rules.Field;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules for annotations that affect pods. */
final class PodAnnotationRules {
  private static final String TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerations";
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
  static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final Pattern COST = Pattern.compile("(-?[1-9][0-9]*|0)");

  private PodAnnotationRules() {}

  static void check(Field annotations, Field spec) {
    if (annotations.entry(PodScope.MIRROR).isSet() && spec.get("nodeName").isEmpty()) {
      annotations
          .entry(PodScope.MIRROR)
          .invalid("must set spec.nodeName if mirror pod annotation is set");
    }
    tolerations(annotations);
    deletionCost(annotations.entry(DELETION_COST));
    seccomp(annotations);
    appArmor(annotations, spec);
  }

  private static void tolerations(Field annotations) {
    String text = annotations.entry(TOLERATIONS).text();
    if (text.isEmpty()) {
      return;
    }
    try {
      JsonNode list = Json.MAPPER.readTree(text);
      SchedulingRules.tolerations(
          annotations.with(list).at(annotations.path() + "." + TOLERATIONS));
    } catch (JsonProcessingException e) {
      annotations.invalid(TOLERATIONS, String.valueOf(e.getOriginalMessage()));
    }
  }

  private static void deletionCost(Field cost) {
    if (!cost.isSet()) {
      return;
    }
    boolean number = COST.matcher(cost.text()).matches() && cost.text().length() <= 11;
    long value = number ? Long.parseLong(cost.text()) : Long.MAX_VALUE;
    if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
      cost.invalid("must be a 32bit integer");
    }
  }

  private static void seccomp(Field annotations) {
    for (Field annotation : annotations.entries()) {
      if (annotation.key().equals(SECCOMP_POD) || annotation.key().startsWith(SECCOMP_CONTAINER)) {
        Field profile = annotation.at(annotations.path() + "." + annotation.key());
        String text = profile.text();
        if (text.startsWith("localhost/")) {
          PathRules.descending(profile.with(text.substring("localhost/".length())));
        } else if (!List.of("runtime/default", "docker/default", "unconfined").contains(text)) {
          profile.invalid("must be a valid seccomp profile");
        }
      }
    }
  }

  private static void appArmor(Field annotations, Field spec) {
    for (Field annotation : annotations.entries()) {
      if (!annotation.key().startsWith(APPARMOR)) {
        continue;
      }
      String name = annotation.key().substring(APPARMOR.length());
      if (ContainerRules.all(spec).stream().noneMatch(c -> c.get("name").is(name))) {
        annotation.invalid(name, "container not found");
      }
      String profile = annotation.text();
      boolean known = List.of("", "runtime/default", "unconfined").contains(profile);
      if (!known && !profile.startsWith("localhost/")) {
        annotation.invalid("invalid AppArmor profile name: \"" + profile + "\"");
      }
    }
  }

  /** If both an annotation and a field are set, they must agree. */
  static void match(Field annotations, Field spec) {
    matchSeccomp(annotations.entry(SECCOMP_POD), spec.get("securityContext.seccompProfile"));
    for (Field container : ContainerRules.all(spec)) {
      matchSeccomp(
          annotations.entry(SECCOMP_CONTAINER + container.text("name")),
          container.get("securityContext.seccompProfile"));
    }
    if (spec.get("os.name").is("windows")) {
      return;
    }
    for (Field container : ContainerRules.all(spec)) {
      Field own = container.get("securityContext.appArmorProfile");
      Field profile =
          own.isSet() ? own : spec.get("securityContext.appArmorProfile").at(own.path());
      same(
          annotations.entry(APPARMOR + container.text("name")),
          profile,
          "apparmor",
          List.of("runtime/default"));
    }
  }

  private static void matchSeccomp(Field annotation, Field profile) {
    same(annotation, profile, "seccomp", List.of("runtime/default", "docker/default"));
  }

  private static void same(Field annotation, Field profile, String what, List<String> defaults) {
    if (!annotation.isSet() || !profile.isSet()) {
      return;
    }
    String text = annotation.text();
    Optional<String> local =
        text.startsWith("localhost/")
            ? Optional.of(text.substring("localhost/".length()))
            : Optional.empty();
    boolean sameType =
        switch (profile.text("type")) {
          case "Unconfined" -> text.equals("unconfined");
          case "RuntimeDefault" -> defaults.contains(text);
          case "Localhost" -> local.isPresent();
          default -> true;
        };
    if (!sameType) {
      profile.get("type").forbidden(what + " type in annotation and field must match");
    } else if (profile.get("type").is("Localhost")
        && !local.equals(Optional.of(profile.text("localhostProfile")))) {
      profile
          .get("localhostProfile")
          .forbidden(what + " profile in annotation and field must match");
    }
  }

  /** The rules for changes of these annotations. */
  static void update(Field annotations, JsonNode before, Field spec) {
    for (var old : before.properties()) {
      Field now = annotations.entry(old.getKey());
      if (now.isSet() && now.text().equals(old.getValue().asText())) {
        continue;
      }
      frozen(now, "may not remove or update");
    }
    for (Field now : annotations.entries()) {
      if (!before.has(now.key())) {
        frozen(now, "may not add");
      }
    }
    check(annotations, spec);
  }

  private static void frozen(Field annotation, String what) {
    if (annotation.key().startsWith(APPARMOR)) {
      annotation.forbidden(what + " AppArmor annotations");
    }
    if (annotation.key().equals(PodScope.MIRROR)) {
      annotation.forbidden(what + " mirror pod annotation");
    }
  }
}
