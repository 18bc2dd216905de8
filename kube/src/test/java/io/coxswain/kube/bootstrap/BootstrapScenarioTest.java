package io.coxswain.kube.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BootstrapScenarioTest {
  private static final ObjectKey INFO = ObjectKey.of("kube-public", "cluster-info");
  private static final ObjectKey TOKEN = ObjectKey.of("kube-system", "bootstrap-token-abcdef");

  private static void play(String name, Cluster.Script script) {
    Cluster.with(
            name,
            manager -> {
              BootstrapControllers.registerSigner(manager);
              BootstrapControllers.registerCleaner(manager);
            },
            script)
        .network(Network.PROMPT)
        .run(1);
  }

  private static void token(Cluster cluster, String id, String more) throws ApiException {
    cluster.create(
        Secret.class,
        """
        metadata: {name: bootstrap-token-%s, namespace: kube-system}
        type: bootstrap.kubernetes.io/token
        stringData:
          token-id: %s
          token-secret: 0123456789abcdef
          %s
        """
            .formatted(id, id, more));
  }

  private static Map<String, String> info(Cluster cluster) throws ApiException {
    return cluster.world().objects().fetch(ConfigMap.class, INFO).getData();
  }

  /** What another implementation of HMAC and base64 makes of it. */
  @Test
  void signsAsUpstreamDoes() {
    assertThat(DetachedSignature.of("payload", new BootstrapToken("abcdef", "0123456789abcdef")))
        .isEqualTo(
            "eyJhbGciOiJIUzI1NiIsImtpZCI6ImFiY2RlZiJ9..pQpAf41KnbpDpf53Otu_ufAeAbWD9CSytTS_WpoG4Mc");
  }

  @Test
  void keepsASignatureForEveryTokenThatMaySign() {
    play(
        "sign",
        cluster -> {
          cluster.create(
              ConfigMap.class,
              """
              metadata: {name: cluster-info, namespace: kube-public}
              data: {kubeconfig: "a config", jws-kubeconfig-gone12: "x..y"}
              """);
          token(cluster, "abcdef", "usage-bootstrap-signing: \"true\"");
          token(cluster, "nosign", "usage-bootstrap-authentication: \"true\"");
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(info(cluster)).containsOnlyKeys("kubeconfig", "jws-kubeconfig-abcdef");
          String signature = info(cluster).get("jws-kubeconfig-abcdef");
          assertThat(signature)
              .isEqualTo(
                  DetachedSignature.of(
                      "a config", new BootstrapToken("abcdef", "0123456789abcdef")));

          cluster
              .world()
              .objects()
              .edit(ConfigMap.class, INFO, map -> map.setData(Map.of("kubeconfig", "another")));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(info(cluster).get("jws-kubeconfig-abcdef"))
              .isNotNull()
              .isNotEqualTo(signature);

          cluster.world().objects().delete(Secret.class, TOKEN);
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(info(cluster)).containsOnlyKeys("kubeconfig");
        });
  }

  @Test
  void deletesATokenWhenItExpires() {
    play(
        "expire",
        cluster -> {
          String time = cluster.world().now().plus(Duration.ofHours(1)).toString();
          token(cluster, "abcdef", "expiration: \"" + time + "\"");
          token(cluster, "unread", "expiration: someday");
          token(cluster, "always", "auth-extra-groups: system:bootstrappers:x");
          cluster.world().run(Duration.ofMinutes(59));
          assertThat(cluster.world().objects().find(Secret.class, TOKEN)).isPresent();
          assertThat(
                  cluster
                      .world()
                      .objects()
                      .find(Secret.class, ObjectKey.of("kube-system", "bootstrap-token-unread")))
              .isEmpty();
          cluster.world().run(Duration.ofMinutes(2));
          assertThat(cluster.world().objects().find(Secret.class, TOKEN)).isEmpty();
          assertThat(
                  cluster
                      .world()
                      .objects()
                      .find(Secret.class, ObjectKey.of("kube-system", "bootstrap-token-always")))
              .isPresent();
        });
  }
}
