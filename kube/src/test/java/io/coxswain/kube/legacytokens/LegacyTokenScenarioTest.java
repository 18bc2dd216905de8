package io.coxswain.kube.legacytokens;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LegacyTokenScenarioTest {
  private static final Duration PERIOD = Duration.ofDays(10);

  private static void play(String name, Cluster.Script script) {
    Cluster.with(
            name,
            manager -> LegacyTokenController.register(manager, new LegacyTokenOptions(PERIOD)),
            script)
        .network(Network.PROMPT)
        .run(1);
  }

  private static void secret(Cluster cluster, String name) throws ApiException {
    cluster.create(
        Secret.class,
        """
        metadata:
          name: %s
          annotations: {kubernetes.io/service-account.name: robot}
        type: kubernetes.io/service-account-token
        """
            .formatted(name));
  }

  private static Optional<Secret> find(Cluster cluster, String name) throws ApiException {
    return cluster.world().objects().find(Secret.class, key(name));
  }

  private static boolean isInvalid(Cluster cluster, String name) throws ApiException {
    Map<String, String> labels = find(cluster, name).orElseThrow().getMetadata().getLabels();
    return labels != null && labels.containsKey(LegacyTokenPlan.INVALID_SINCE);
  }

  @Test
  void invalidatesAndThenDeletesUnusedGeneratedTokens() {
    play(
        "unused",
        cluster -> {
          cluster.create(
              ServiceAccount.class,
              "{metadata: {name: robot}, secrets: [{name: unused}, {name: mounted}, {name:"
                  + " used}]}");
          for (String name : new String[] {"unused", "mounted", "used", "manual"}) {
            secret(cluster, name);
          }
          cluster.create(
              Pod.class,
              """
              metadata: {name: p}
              spec:
                containers: [{name: c, image: x}]
                volumes: [{name: t, secret: {secretName: mounted}}]
              """);
          cluster.world().run(Duration.ofDays(8));
          assertThat(isInvalid(cluster, "unused")).isFalse();
          cluster
              .world()
              .objects()
              .edit(
                  Secret.class,
                  key("used"),
                  s ->
                      s.getMetadata()
                          .setLabels(
                              Map.of(
                                  LegacyTokenPlan.LAST_USED,
                                  LegacyTokenPlan.day(cluster.world().now()).toString())));

          cluster.world().run(Duration.ofDays(5));
          assertThat(isInvalid(cluster, "unused")).isTrue();
          assertThat(isInvalid(cluster, "mounted")).isFalse();
          assertThat(isInvalid(cluster, "used")).isFalse();
          assertThat(isInvalid(cluster, "manual")).isFalse();

          cluster.world().run(Duration.ofDays(8));
          assertThat(find(cluster, "unused")).isPresent();
          cluster.world().run(Duration.ofDays(4));
          assertThat(find(cluster, "unused")).isEmpty();
          assertThat(find(cluster, "mounted")).isPresent();
          assertThat(find(cluster, "manual")).isPresent();
        });
  }

  @Test
  void doesNothingWithoutUsageTracking() {
    play(
        "untracked",
        cluster -> {
          cluster
              .world()
              .objects()
              .delete(
                  ConfigMap.class,
                  ObjectKey.of(
                      "kube-system", "kube-apiserver-legacy-service-account-token-tracking"));
          cluster.create(
              ServiceAccount.class, "{metadata: {name: robot}, secrets: [{name: unused}]}");
          secret(cluster, "unused");
          cluster.world().run(Duration.ofDays(25));
          assertThat(isInvalid(cluster, "unused")).isFalse();
        });
  }
}
