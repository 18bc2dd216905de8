package io.coxswain.kube.legacytokens;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks all token Secrets once a day. */
final class LegacyTokenReconciler implements Reconciler<String> {
  private static final Klog log = Klog.of("legacy-serviceaccount-token-cleaner-controller");

  private static final Duration EVERY = Duration.ofHours(24);
  private static final ObjectKey TRACKING =
      ObjectKey.of("kube-system", "kube-apiserver-legacy-service-account-token-tracking");
  private static final String TYPE = "kubernetes.io/service-account-token";
  private static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
  private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

  private final Client client;
  private final LegacyTokenOptions options;

  LegacyTokenReconciler(Client client, LegacyTokenOptions options) {
    this.client = client;
    this.options = options;
  }

  @Override
  public Outcome reconcile(String all, Reconciliation pass) throws ApiException {
    if (isTrackedLongEnough(pass)) {
      var mounted = new TreeMap<String, Set<String>>();
      for (Secret secret : client.list(Secret.class).toList()) {
        if (TYPE.equals(secret.getType())) {
          look(secret, mounted, pass);
        }
      }
    }
    return Outcome.after(EVERY);
  }

  /** Usage is known from the day after tracking started. */
  private boolean isTrackedLongEnough(Reconciliation pass) throws ApiException {
    Optional<ConfigMap> tracking = client.live().get(ConfigMap.class, TRACKING);
    Optional<Instant> since =
        tracking
            .map(ConfigMap::getData)
            .map(data -> data.get("since"))
            .flatMap(LegacyTokenPlan::parse)
            .map(day -> day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    if (since.isEmpty()) {
      pass.log()
          .atWarn()
          .addKeyValue("configMap", TRACKING)
          .log("ConfigMap lacks a valid since timestamp, skipping token cleanup");
      return false;
    }
    return !pass.now().isBefore(since.get().plus(options.cleanUpPeriod()));
  }

  private void look(Secret secret, Map<String, Set<String>> mounted, Reconciliation pass)
      throws ApiException {
    boolean generated = isGenerated(secret);
    LegacyTokenPlan plan =
        LegacyTokenPlan.of(
            secret,
            generated,
            generated && isMounted(secret, mounted),
            options.cleanUpPeriod(),
            pass.now());
    try {
      switch (plan) {
        case KEEP -> {}
        case INVALIDATE -> {
          log.info(
              "Mark the auto-generated service account token as invalid",
              "invalidSince",
              LegacyTokenPlan.day(pass.now()),
              "secret",
              secret);
          client.patchUnlocked(secret, s -> invalidate(s, pass.now()));
        }
        case DELETE -> {
          log.info(
              "Delete auto-generated service account token",
              "secret",
              secret,
              "creationTime",
              secret.getMetadata().getCreationTimestamp());
          client.delete(secret, Deletion.byDefault().ifUnchanged());
        }
      }
    } catch (ApiException.NotFound | ApiException.Conflict e) {
      pass.log()
          .atDebug()
          .addKeyValue("secret", ObjectKey.of(secret))
          .addKeyValue("err", e.getMessage())
          .log("Secret was changed or deleted, will check again in the next period");
    }
  }

  private static void invalidate(Secret secret, Instant now) {
    var labels = new TreeMap<String, String>();
    if (secret.getMetadata().getLabels() != null) {
      labels.putAll(secret.getMetadata().getLabels());
    }
    labels.put(LegacyTokenPlan.INVALID_SINCE, LegacyTokenPlan.day(now).toString());
    secret.getMetadata().setLabels(labels);
  }

  /** Whether its service account lists it, which marks auto-generated Secrets. */
  private boolean isGenerated(Secret secret) throws ApiException {
    Map<String, String> annotations = secret.getMetadata().getAnnotations();
    String name = annotations == null ? null : annotations.get(ACCOUNT_NAME);
    if (name == null || name.isEmpty()) {
      return false;
    }
    String uid = annotations.getOrDefault(ACCOUNT_UID, "");
    return client
        .get(ServiceAccount.class, ObjectKey.of(secret).sibling(name))
        .filter(a -> uid.isEmpty() || uid.equals(a.getMetadata().getUid()))
        .filter(a -> a.getSecrets() != null)
        .filter(
            a ->
                a.getSecrets().stream()
                    .anyMatch(s -> secret.getMetadata().getName().equals(s.getName())))
        .isPresent();
  }

  private boolean isMounted(Secret secret, Map<String, Set<String>> known) throws ApiException {
    String namespace = secret.getMetadata().getNamespace();
    Set<String> mounted = known.get(namespace);
    if (mounted == null) {
      mounted = new TreeSet<>();
      for (Pod pod : client.list(Pod.class).in(namespace).toList()) {
        mounted.addAll(PodSecrets.of(pod));
      }
      known.put(namespace, mounted);
    }
    return mounted.contains(secret.getMetadata().getName());
  }
}
