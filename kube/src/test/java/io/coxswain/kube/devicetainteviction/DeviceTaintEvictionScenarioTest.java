package io.coxswain.kube.devicetainteviction;

import static io.coxswain.kube.Cluster.key;
import static io.coxswain.kube.ToleratingPods.isEvicted;
import static io.coxswain.kube.devicetainteviction.TaintedDevices.condition;
import static io.coxswain.kube.devicetainteviction.TaintedDevices.rule;
import static io.coxswain.kube.devicetainteviction.TaintedDevices.slice;
import static io.coxswain.kube.devicetainteviction.TaintedDevices.taint;
import static io.coxswain.kube.devicetainteviction.TaintedDevices.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.ToleratingPods;
import io.coxswain.kube.common.Pods;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeviceTaintEvictionScenarioTest {
  private static void play(String name, Cluster.Script script) {
    TaintedDevices.with(name, script).network(Network.PROMPT).run(1);
  }

  private static void prepare(Cluster cluster) throws Exception {
    slice(cluster, "n", "gpu-0", "gpu-1");
    ToleratingPods.create(
        cluster,
        (name, toleration) ->
            user(
                cluster,
                name,
                switch (toleration) {
                  case NONE -> "";
                  case ONE_MINUTE -> "tolerationSeconds: 60";
                  case FOREVER -> "forever";
                }));
  }

  @Test
  void marksThePodsThatItEvicts() {
    play(
        "slice",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          cluster.world().run(Duration.ofSeconds(2));
          Pod bare = cluster.world().objects().fetch(Pod.class, key("bare"));
          assertThat(Pods.condition(bare, "DisruptionTarget"))
              .hasValueSatisfying(
                  c -> {
                    assertThat(c.getStatus()).isEqualTo("True");
                    assertThat(c.getReason()).isEqualTo("DeletionByDeviceTaintManager");
                    assertThat(c.getMessage())
                        .isEqualTo("Device Taint manager: deleting due to NoExecute taint");
                  });
        });
  }

  @Test
  void evictsEachUserWhenItsTolerationEnds() {
    play(
        "toleration",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          ToleratingPods.assertEvictedWhenTolerationEnds(
              cluster, "Normal DeviceTaintManagerEviction Marking for deletion");
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
              .containsExactly("Normal DeviceTaintManagerEviction Cancelling deletion");
        });
  }

  @Test
  void ignoresSlicesOfAnOlderGeneration() {
    play(
        "generations",
        cluster -> {
          slice(cluster, "n", 2, "[]", "gpu-0");
          user(cluster, "bare", "");
          slice(cluster, "n", 1, "[{key: k, effect: NoExecute}]", "gpu-0");
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(isEvicted(cluster, "bare")).isFalse();

          slice(cluster, "n", 3, "[{key: k, effect: NoExecute}]", "gpu-0");
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(isEvicted(cluster, "bare")).isTrue();
        });
  }

  @Test
  void leavesPodsForWhichTheClaimIsNotReserved() {
    play(
        "reserved",
        cluster -> {
          prepare(cluster);
          taint(cluster, "k");
          cluster.create(
              Pod.class,
              """
              metadata: {name: other}
              spec:
                nodeName: n
                containers: [{name: c, image: x}]
                resourceClaims: [{name: gpu, resourceClaimName: bare}]
              """);
          cluster.world().run(Duration.ofMinutes(1));

          assertThat(isEvicted(cluster, "other")).isFalse();
          assertThat(isEvicted(cluster, "bare")).isTrue();
        });
  }

  @Test
  void evictsBecauseOfARuleAndReportsTheProgress() {
    play(
        "rule",
        cluster -> {
          prepare(cluster);
          rule(cluster, "r", "NoExecute");
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(condition(cluster, "r")).startsWith("True PodsPendingEviction ");
          assertThat(isEvicted(cluster, "bare")).isTrue();

          cluster.world().run(Duration.ofSeconds(20));
          assertThat(condition(cluster, "r"))
              .isEqualTo(
                  "True PodsPendingEviction 1 pod needs to be evicted in 1 namespace. 1 pod evicted"
                      + " since starting the controller.");

          cluster.world().run(Duration.ofSeconds(60));
          assertThat(condition(cluster, "r"))
              .isEqualTo("False Completed 2 pods evicted since starting the controller.");
          cluster.world().awaitSilence(Duration.ofMinutes(5));
        });
  }

  @Test
  void reportsWhatARuleWithoutEffectWouldDo() {
    play(
        "none",
        cluster -> {
          prepare(cluster);
          rule(cluster, "r", "None");
          cluster.world().run(Duration.ofSeconds(2));

          assertThat(condition(cluster, "r"))
              .isEqualTo(
                  "False NoEffect 2 published devices selected. 3 allocated devices selected. 2 pods"
                      + " would be evicted in 1 namespace if the effect was NoExecute. This"
                      + " information will not be updated again. Recreate the DeviceTaintRule to"
                      + " trigger an update.");
          assertThat(isEvicted(cluster, "bare")).isFalse();

          cluster
              .world()
              .objects()
              .edit(
                  DeviceTaintRule.class,
                  ObjectKey.of("r"),
                  r -> r.getSpec().getTaint().setEffect("NoSchedule"));
          cluster.world().run(Duration.ofSeconds(2));
          assertThat(condition(cluster, "r"))
              .isEqualTo("False OtherEffect Eviction only happens for the NoExecute effect.");
        });
  }

  @Test
  void ignoresRulesWithoutTheFeatureGate() {
    TaintedDevices.with(
            "no rules",
            false,
            cluster -> {
              prepare(cluster);
              rule(cluster, "r", "NoExecute");
              cluster.world().run(Duration.ofMinutes(2));
              assertThat(isEvicted(cluster, "bare")).isFalse();
              assertThat(condition(cluster, "r")).isEmpty();

              taint(cluster, "k");
              cluster.world().run(Duration.ofSeconds(2));
              assertThat(isEvicted(cluster, "bare")).isTrue();
            })
        .network(Network.PROMPT)
        .run(1);
  }
}
