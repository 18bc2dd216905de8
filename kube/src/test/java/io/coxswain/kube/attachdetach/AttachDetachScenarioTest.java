package io.coxswain.kube.attachdetach;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.CsiName;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AttachDetachScenarioTest {
  private static void play(String name, AttachScripts.Script script) {
    play(name, AttachDetachOptions.byDefault(), script);
  }

  private static void play(String name, AttachDetachOptions options, AttachScripts.Script script) {
    AttachScripts.with(name, options, script).network(Network.PROMPT).run(1);
  }

  @Test
  void attachesTheVolumeOfAPodAndDetachesItAfterwards() {
    play(
        "attach",
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.awaitRequest("a", "n");
          VolumeAttachment request = v.attachments().getFirst();
          assertThat(request.getSpec().getAttacher()).isEqualTo(AttachScripts.DRIVER);
          assertThat(request.getSpec().getNodeName()).isEqualTo("n");
          assertThat(request.getSpec().getSource().getPersistentVolumeName()).isEqualTo("a");
          v.cluster.world().run(Duration.ofSeconds(5));
          assertThat(v.reported("n")).isEmpty();

          v.attach("a", "n");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
          assertThat(v.reported("n")).containsExactly(AttachScripts.unique("a"));
          v.cluster.await(
              "an event",
              () ->
                  v.cluster
                      .events("p")
                      .contains(
                          "Normal SuccessfulAttachVolume AttachVolume.Attach succeeded for volume"
                              + " \"a\" "));

          v.uses("n", "a");
          v.remove("p");
          v.cluster.world().run(Duration.ofSeconds(30));
          assertThat(v.isDetaching("a", "n")).isFalse();
          assertThat(v.reported("n")).containsExactly(AttachScripts.unique("a"));

          v.uses("n");
          v.awaitDetachRequest("a", "n");
          assertThat(v.reported("n")).isEmpty();
          v.detach("a", "n");
          v.cluster.world().awaitSilence(Duration.ofMinutes(10));
          assertThat(v.attachments()).isEmpty();
        });
  }

  @Test
  void namesAttachmentsAsCsiDriversExpect() {
    var name = new CsiName("ebs.csi.aws.com", "vol-0123456789abcdef0");

    // sha256sum of "vol-0123456789abcdef0ebs.csi.aws.comnode-1"
    assertThat(name.attachment("node-1"))
        .isEqualTo("csi-6590c3c4d4f850f3e8f4f8c40d5e10ee6664e18fa6365341856e1e13d0a7d0e4");
    assertThat(CsiName.find(name.unique())).contains(name);
    assertThat(AttachableVolume.plugin(name.unique()))
        .isEqualTo("kubernetes.io/csi:ebs.csi.aws.com");
  }

  @Test
  void waitsForTheFirstNodeOfAnExclusiveVolume() {
    play(
        "multi attach",
        v -> {
          v.node("m");
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "m", "a");
          v.attach("a", "m");
          v.cluster.await("it is reported", () -> !v.reported("m").isEmpty());
          v.uses("m", "a");

          v.pod("q", "n", "a");
          v.cluster.await(
              "an event",
              () ->
                  v.cluster
                      .events("q")
                      .contains(
                          "Warning FailedAttachVolume Multi-Attach error for volume \"a\" Volume"
                              + " is already used by pod(s) p"));
          v.cluster.world().run(Duration.ofMinutes(20));
          assertThat(v.attachments()).hasSize(1);
          assertThat(v.cluster.events("q")).hasSize(1);

          v.remove("p");
          v.uses("m");
          v.detach("a", "m");
          v.attach("a", "n");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
        });
  }

  @Test
  void attachesASharedVolumeToSeveralNodes() {
    play(
        "shared",
        v -> {
          v.node("m");
          v.node("n");
          v.volume("a", "ReadWriteMany");
          v.pod("p", "m", "a");
          v.pod("q", "n", "a");
          v.attach("a", "m");
          v.attach("a", "n");
          v.cluster.await(
              "both have it", () -> !v.reported("m").isEmpty() && !v.reported("n").isEmpty());
        });
  }

  @Test
  void attachesAnExclusiveVolumeToOneOfTwoNodesThatWantItAtOnce() {
    play(
        "race",
        v -> {
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "m", "a");
          v.pod("q", "n", "a");
          v.node("m");
          v.node("n");
          v.cluster.await("one is chosen", () -> !v.attachments().isEmpty());
          v.cluster.world().run(Duration.ofMinutes(1));
          assertThat(v.attachments()).hasSize(1);
        });
  }

  @Test
  void detachesByForceSixMinutesAfterThePodWhenTheNodeIsNotReady() {
    play(
        "force",
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.attach("a", "n");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
          v.uses("n", "a");
          v.ready("n", "Unknown");
          v.remove("p");
          v.cluster.world().run(Duration.ofSeconds(355));
          assertThat(v.isDetaching("a", "n")).isFalse();
          v.cluster.world().run(Duration.ofSeconds(10));
          assertThat(v.isDetaching("a", "n")).isTrue();
          assertThat(v.reported("n")).isEmpty();
        });
  }

  @Test
  void neverDetachesFromAReadyNodeThatUsesTheVolume() {
    play(
        "in use",
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.attach("a", "n");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
          v.uses("n", "a");
          v.remove("p");
          v.cluster.world().run(Duration.ofHours(1));
          assertThat(v.isDetaching("a", "n")).isFalse();

          v.ready("n", "Unknown");
          v.cluster.await("by force", () -> v.isDetaching("a", "n"));
        });
  }

  @Test
  void doesNotDetachByForceIfThatIsDisabled() {
    play(
        "no force",
        new AttachDetachOptions(true, Duration.ofMinutes(1), false),
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.attach("a", "n");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
          v.uses("n", "a");
          v.ready("n", "Unknown");
          v.remove("p");
          v.cluster.world().run(Duration.ofHours(1));
          assertThat(v.isDetaching("a", "n")).isFalse();

          v.patch(
              "/api/v1/nodes/n",
              "{spec: {taints: [{key: node.kubernetes.io/out-of-service, effect: NoExecute}]}}");
          v.cluster.await("out of service", () -> v.isDetaching("a", "n"));
        });
  }

  @Test
  void detachesFromADeletedNodeWhatItDidNotUse() {
    play(
        "deleted node",
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.volume("b", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.pod("q", "n", "b");
          v.attach("a", "n");
          v.attach("b", "n");
          v.cluster.await("they are reported", () -> v.reported("n").size() == 2);
          v.uses("n", "a");
          v.cluster.world().objects().delete(Node.class, ObjectKey.of("n"));
          v.cluster.world().run(Duration.ofMinutes(1));
          assertThat(v.isDetaching("a", "n")).isFalse();
          assertThat(v.isDetaching("b", "n")).isFalse();

          v.remove("p");
          v.remove("q");
          v.awaitDetachRequest("b", "n");
          v.cluster.world().run(Duration.ofMinutes(5));
          assertThat(v.isDetaching("a", "n")).isFalse();
          v.cluster.world().run(Duration.ofMinutes(2));
          assertThat(v.isDetaching("a", "n")).isTrue();
        });
  }

  @Test
  void detachesWhatAnEarlierProgramLeft() {
    play(
        "left over",
        v -> {
          v.volume("a", "ReadWriteOnce");
          v.cluster.create(
              VolumeAttachment.class,
              """
              metadata: {name: %s}
              spec: {attacher: %s, nodeName: n, source: {persistentVolumeName: a}}
              """
                  .formatted(
                      new CsiName(AttachScripts.DRIVER, "h-a").attachment("n"),
                      AttachScripts.DRIVER));
          v.cluster.create(
              VolumeAttachment.class,
              """
              metadata: {name: of-another-client}
              spec: {attacher: %s, nodeName: n, source: {persistentVolumeName: a}}
              """
                  .formatted(AttachScripts.DRIVER));
          v.node("n");
          v.cluster.await("one is left", () -> v.attachments().size() == 1);
          v.cluster.world().run(Duration.ofMinutes(10));
          assertThat(v.attachments().getFirst().getMetadata().getName())
              .isEqualTo("of-another-client");
        });
  }

  @Test
  void reportsTheErrorsOfTheAttacher() {
    play(
        "errors",
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.awaitRequest("a", "n");
          v.setStatus(
              "a",
              "n",
              "{attached: false, attachError: {message: no disk, time: '2026-01-01T00:00:00Z'}}");
          v.cluster.await(
              "an event",
              () ->
                  v.cluster
                      .events("p")
                      .contains(
                          "Warning FailedAttachVolume AttachVolume.Attach failed for volume \"a\" :"
                              + " no disk"));
          v.setStatus("a", "n", "{attached: true, attachError: null}");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
        });
  }

  @Test
  void reportsAnAttacherThatDoesNotRespond() {
    play(
        "timeout",
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.awaitRequest("a", "n");
          v.cluster.world().run(Duration.ofSeconds(115));
          assertThat(v.cluster.events("p")).isEmpty();
          v.cluster.world().run(Duration.ofSeconds(10));
          assertThat(v.cluster.events("p"))
              .containsExactly(
                  "Warning FailedAttachVolume AttachVolume.Attach failed for volume \"a\" : timed"
                      + " out waiting for external-attacher of disks.example.com CSI driver to"
                      + " attach volume h-a");
        });
  }

  @Test
  void restoresAnAttachmentThatSomebodyRemoved() {
    play(
        "lost",
        v -> {
          lose(v);
          v.awaitRequest("a", "n");
          v.attach("a", "n");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
        });
  }

  @Test
  void leavesALostAttachmentIfTheSyncIsDisabled() {
    play(
        "not restored",
        new AttachDetachOptions(false, Duration.ofMinutes(1), true),
        v -> {
          lose(v);
          v.cluster.world().run(Duration.ofHours(1));
          assertThat(v.attachments()).isEmpty();
          assertThat(v.reported("n")).containsExactly(AttachScripts.unique("a"));
        });
  }

  private static void lose(AttachScripts v) throws Exception {
    v.node("n");
    v.volume("a", "ReadWriteOnce");
    v.pod("p", "n", "a");
    v.awaitRequest("a", "n");
    v.setStatus("a", "n", "{attached: true}");
    v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
    v.cluster
        .world()
        .objects()
        .delete(
            VolumeAttachment.class,
            ObjectKey.of(v.attachments().getFirst().getMetadata().getName()));
  }

  @Test
  void attachesNothingOfDriversThatDoNotAttach() {
    play(
        "no attach",
        v -> {
          v.cluster.create(
              CSIDriver.class,
              """
              metadata: {name: %s}
              spec: {attachRequired: false}
              """
                  .formatted(AttachScripts.DRIVER));
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.cluster.world().run(Duration.ofMinutes(1));
          assertThat(v.attachments()).isEmpty();
          assertThat(v.reported("n")).isEmpty();
        });
  }

  @Test
  void attachesNothingToNodesThatAttachThemselves() {
    play(
        "not managed",
        v -> {
          v.cluster.create(Node.class, "metadata: {name: n}");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.cluster.world().run(Duration.ofMinutes(1));
          assertThat(v.attachments()).isEmpty();
        });
  }

  @Test
  void reportsIscsiVolumesWithoutAnAttacher() {
    play(
        "iscsi",
        v -> {
          String name = "kubernetes.io/iscsi/10.0.0.1:3260:iqn.2016-04.example.com:disk:0";
          v.node("m");
          v.node("n");
          v.boundVolume(
              "a",
              "ReadWriteOnce",
              "iscsi: {targetPortal: 10.0.0.1:3260, iqn: \"iqn.2016-04.example.com:disk\", lun:"
                  + " 0}");
          v.pod("p", "m", "a");
          v.cluster.await("m may mount it", () -> v.reported("m").contains(name));
          v.pod("q", "n", "a");
          v.cluster.world().run(Duration.ofMinutes(1));
          assertThat(v.reported("n")).isEmpty();
          v.remove("p");
          v.cluster.await("n may mount it", () -> v.reported("n").contains(name));
          assertThat(v.reported("m")).isEmpty();
        });
  }

  @Test
  void keepsTheVolumesOfAPodWhoseContainersMayStillRun() {
    play(
        "terminating",
        v -> {
          v.node("n");
          v.volume("a", "ReadWriteOnce");
          v.pod("p", "n", "a");
          v.attach("a", "n");
          v.cluster.await("it is reported", () -> !v.reported("n").isEmpty());
          v.patch(
              "/api/v1/namespaces/default/pods/p/status",
              "{status: {phase: Running, containerStatuses: [{name: c, image: x, imageID: x,"
                  + " ready: true, restartCount: 0, state: {running: {}}}]}}");
          v.cluster.delete(
              io.fabric8.kubernetes.api.model.Pod.class, Cluster.key("p"), "Background");
          v.cluster.world().run(Duration.ofMinutes(10));
          assertThat(v.isDetaching("a", "n")).isFalse();
          v.patch("/api/v1/namespaces/default/pods/p/status", "{status: {phase: Succeeded}}");
          v.awaitDetachRequest("a", "n");
        });
  }
}
