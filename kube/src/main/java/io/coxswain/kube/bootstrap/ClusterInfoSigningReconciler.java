package io.coxswain.kube.bootstrap;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Maintains the signatures in the cluster-info ConfigMap, one for each signing token. */
final class ClusterInfoSigningReconciler implements Reconciler<ObjectKey> {
  static final ObjectKey CLUSTER_INFO = ObjectKey.of("kube-public", "cluster-info");
  private static final String CONTENT = "kubeconfig";
  private static final String SIGNATURE = "jws-kubeconfig-";

  private final Client client;

  ClusterInfoSigningReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<ConfigMap> found =
        client
            .get(ConfigMap.class, CLUSTER_INFO)
            .filter(map -> map.getData() != null && map.getData().containsKey(CONTENT));
    if (found.isEmpty()) {
      return Outcome.done();
    }
    List<Secret> secrets =
        client.list(Secret.class).in(BootstrapToken.NAMESPACE).toList().stream()
            .filter(BootstrapToken::isToken)
            .toList();
    Map<String, String> signed = sign(found.get().getData(), secrets, pass.now());
    if (!signed.equals(found.get().getData())) {
      try {
        client.patch(found.get(), map -> map.setData(signed));
      } catch (ApiException.NotFound e) {
        return Outcome.done();
      }
    }
    return nextExpiration(secrets, pass.now()).map(Outcome::after).orElse(Outcome.done());
  }

  private static Map<String, String> sign(
      Map<String, String> data, List<Secret> secrets, Instant now) {
    var signed = new TreeMap<>(data);
    signed.keySet().removeIf(key -> key.startsWith(SIGNATURE));
    String content = String.valueOf(data.get(CONTENT));
    for (Secret secret : secrets) {
      BootstrapToken.forSigning(secret, now)
          .ifPresent(
              token -> signed.put(SIGNATURE + token.id(), DetachedSignature.of(content, token)));
    }
    return signed;
  }

  /**
   * Requeues at the expiration of a token: its signature is removed then, even if the secret is not
   * deleted.
   */
  private static Optional<Duration> nextExpiration(List<Secret> secrets, Instant now) {
    return secrets.stream()
        .flatMap(secret -> BootstrapToken.expiration(secret).stream())
        .filter(time -> time.isAfter(now))
        .min(Instant::compareTo)
        .map(time -> Duration.between(now, time));
  }
}
