package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The Secrets that pods of a service account may use, if the account has the annotation {@code
 * kubernetes.io/enforce-mountable-secrets}.
 */
final class MountableSecrets {
  private static final String ENFORCED = "kubernetes.io/enforce-mountable-secrets";
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");

  private final String account;
  private final Set<String> secrets;

  private MountableSecrets(JsonNode account) {
    this.account = Meta.name(account);
    this.secrets = names(account.path("secrets"));
  }

  static void checkPod(JsonNode account, JsonNode pod) {
    if (!isEnforced(account)) {
      return;
    }
    var mountable = new MountableSecrets(account);
    JsonNode spec = pod.path("spec");
    for (JsonNode volume : spec.path("volumes")) {
      String secret = Meta.text(volume, "/secret/secretName");
      if (volume.hasNonNull("secret") && !mountable.secrets.contains(secret)) {
        throw new AdmissionException(mountable.problem("volume with", secret));
      }
    }
    mountable
        .problem("init container", spec.path("initContainers"))
        .or(() -> mountable.problem("container", spec.path("containers")))
        .ifPresent(
            problem -> {
              throw new AdmissionException(problem);
            });
    Set<String> pullSecrets = names(account.path("imagePullSecrets"));
    int i = 0;
    for (JsonNode reference : spec.path("imagePullSecrets")) {
      String name = reference.path("name").asText("");
      if (!pullSecrets.contains(name)) {
        throw new AdmissionException(
            ("imagePullSecrets[%d].name=\"%s\" is not allowed because service account %s does not"
                    + " reference that imagePullSecret")
                .formatted(i, name, mountable.account));
      }
      i++;
    }
  }

  /** Upstream reports these problems as errors without a reason. */
  static void checkEphemeralContainers(JsonNode account, JsonNode pod) {
    if (isEnforced(account)) {
      new MountableSecrets(account)
          .problem("ephemeral container", pod.at("/spec/ephemeralContainers"))
          .ifPresent(
              problem -> {
                throw StatusException.unclassified(problem);
              });
    }
  }

  private static boolean isEnforced(JsonNode account) {
    return TRUE.contains(account.path("metadata").path("annotations").path(ENFORCED).asText(""));
  }

  private Optional<String> problem(String what, JsonNode containers) {
    for (JsonNode container : containers) {
      String name = what + " " + container.path("name").asText("");
      for (JsonNode variable : container.path("env")) {
        JsonNode reference = variable.path("valueFrom").path("secretKeyRef");
        if (isDenied(reference)) {
          String user = name + " with envVar " + variable.path("name").asText("") + " referencing";
          return Optional.of(problem(user, reference.path("name").asText("")));
        }
      }
      for (JsonNode source : container.path("envFrom")) {
        JsonNode reference = source.path("secretRef");
        if (isDenied(reference)) {
          return Optional.of(
              problem(name + " with envFrom referencing", reference.path("name").asText("")));
        }
      }
    }
    return Optional.empty();
  }

  private boolean isDenied(JsonNode reference) {
    return reference.isObject() && !secrets.contains(reference.path("name").asText(""));
  }

  private String problem(String user, String secret) {
    return user
        + " secret.secretName=\""
        + secret
        + "\" is not allowed because service account "
        + account
        + " does not reference that secret";
  }

  private static Set<String> names(JsonNode references) {
    var names = new TreeSet<String>();
    references.forEach(reference -> names.add(reference.path("name").asText("")));
    return names;
  }
}
