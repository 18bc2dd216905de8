package io.coxswain.kube.tainteviction;

import static io.coxswain.kube.ToleratingPods.isEvicted;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.ToleratingPods;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaintEvictionScenarioTest {
  private static void play(String name, Cluster.Script script) {
    Cluster.with(name, TaintEvictionController::register, script).network(Network.PROMPT).run(1);
  }

  private static void prepare(Cluster cluster) throws ApiException {
    cluster.create(Node.class, "metadata: {name: n}");
    ToleratingPods.create(
        cluster,
        (name, toleration) ->
            pod(
                cluster,
                name,
                switch (toleration) {
                  case NONE -> "[]";
                  case ONE_MINUTE ->
                      "[{key: k, operator: Exists, effect: NoExecute, tolerationSeconds: 60}]";
                  case FOREVER -> "[{key: k, operator: Exists}]";
                }));
  }

  private static void pod(Cluster cluster, String name, String tolerations) throws ApiException {
    cluster.create(
        Pod.class,
        """
        metadata: {name: %s}
        spec:
          nodeName: n
          tolerations: %s
          containers: [{name: c, image: x}]
        """
            .formatted(name, tolerations));
  }

  private static void taint(Cluster cluster, String... keys) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(
            Node.class,
            ObjectKey.of("n"),
            n ->
                n.getSpec()
                    .setTaints(
                        List.of(keys).stream()
                            .map(k -> new TaintBuilder().withKey(k).withEffect("NoExecute").build())
                            .toList()));
  }

  @Test
  void evictsEachPodWhenItsTimeIsOver() {
    play(
        "evict",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          ToleratingPods.assertEvictedWhenTolerationEnds(
              cluster, "Normal TaintManagerEviction Marking for deletion Pod default/bare");
        });
  }

  @Test
  void cancelsTheEvictionWhenTheTaintIsRemoved() {
    play(
        "cancel",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          cluster.world().run(Duration.ofSeconds(30));
          taint(cluster);
          cluster.world().run(Duration.ofHours(1));
          assertThat(isEvicted(cluster, "patient")).isFalse();
          assertThat(cluster.events("patient"))
              .containsExactly(
                  "Normal TaintManagerEviction Cancelling deletion of Pod default/patient");

          // A new taint, a new time.
          taint(cluster, "k");
          cluster.world().run(Duration.ofSeconds(50));
          assertThat(isEvicted(cluster, "patient")).isFalse();
          cluster.world().run(Duration.ofSeconds(11));
          assertThat(isEvicted(cluster, "patient")).isTrue();
        });
  }

  @Test
  void doesNotWaitWhenATaintComesThatIsNotTolerated() {
    play(
        "second",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          cluster.world().run(Duration.ofSeconds(30));
          taint(cluster, "k", "other");
          cluster.world().run(Duration.ofSeconds(1));
          assertThat(isEvicted(cluster, "patient")).isTrue();
          assertThat(isEvicted(cluster, "tolerant")).isTrue();
          assertThat(cluster.events("patient"))
              .containsExactlyInAnyOrder(
                  "Normal TaintManagerEviction Cancelling deletion of Pod default/patient",
                  "Normal TaintManagerEviction Marking for deletion Pod default/patient");
        });
  }

  @Test
  void evictsAPodThatIsBoundToATaintedNode() {
    play(
        "late",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          cluster.world().run(Duration.ofSeconds(5));
          pod(cluster, "late", "[]");
          cluster.world().run(Duration.ofSeconds(1));
          assertThat(isEvicted(cluster, "late")).isTrue();
        });
  }

  @Test
  void givesEveryPodItsWholeTimeAgainAfterARestart() {
    play(
        "restart",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          cluster.world().run(Duration.ofSeconds(50));
          cluster.world().kill(Cluster.KCM);
          cluster.world().restart(Cluster.KCM);
          cluster.world().run(Duration.ofSeconds(50));
          assertThat(isEvicted(cluster, "patient")).isFalse();
          cluster.world().run(Duration.ofSeconds(15));
          assertThat(isEvicted(cluster, "patient")).isTrue();
        });
  }
}
