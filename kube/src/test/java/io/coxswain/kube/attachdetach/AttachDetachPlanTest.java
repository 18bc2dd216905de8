package io.coxswain.kube.attachdetach;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.attachdetach.AttachDetachPlan.Detach;
import io.coxswain.kube.attachdetach.AttachDetachPlan.Failed;
import io.coxswain.kube.attachdetach.AttachDetachPlan.Reason;
import io.coxswain.kube.attachdetach.NodeVolumes.Attached;
import io.coxswain.kube.attachdetach.NodeVolumes.Elsewhere;
import io.coxswain.kube.attachdetach.NodeVolumes.Facts;
import io.coxswain.kube.attachdetach.NodeVolumes.Wanted;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachmentBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AttachDetachPlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
  private static final String CSI = "kubernetes.io/csi/d^h";
  private static final String ISCSI = "kubernetes.io/iscsi/i";

  private AttachDetachOptions options = AttachDetachOptions.byDefault();
  private NodeMemory memory = NodeMemory.empty();

  private static Facts node(String... reported) {
    return facts(true, true, Optional.empty(), reported);
  }

  private static Facts facts(
      boolean ready, boolean managed, Optional<String> inUse, String... reported) {
    return new Facts(
        true,
        managed,
        ready,
        false,
        new TreeSet<>(List.of(reported)),
        Optional.of(new TreeSet<>(inUse.stream().toList())));
  }

  private static Facts outOfService() {
    return new Facts(
        true, true, true, true, new TreeSet<>(), Optional.of(new TreeSet<>(List.of(CSI))));
  }

  private static Wanted wanted(String name, Elsewhere... elsewhere) {
    return new Wanted(
        new AttachableVolume(name, "v", Optional.of("v"), Optional.empty(), true),
        List.of(),
        List.of(elsewhere));
  }

  private static VolumeAttachment attachment(boolean attached) {
    return new VolumeAttachmentBuilder()
        .withNewMetadata()
        .withName("a")
        .withCreationTimestamp("2026-01-01T00:09:00Z")
        .endMetadata()
        .withNewStatus()
        .withAttached(attached)
        .endStatus()
        .build();
  }

  private static VolumeAttachment failing(String time, String message) {
    return attachment(false)
        .edit()
        .editStatus()
        .withNewAttachError()
        .withTime(time)
        .withMessage(message)
        .endAttachError()
        .endStatus()
        .build();
  }

  private static VolumeAttachment detaching() {
    VolumeAttachment attachment = attachment(true);
    attachment.getMetadata().setDeletionTimestamp("2026-01-01T00:09:30Z");
    return attachment;
  }

  private static Attached attached(VolumeAttachment attachment) {
    return new Attached(CSI, "v", Optional.of(attachment), false);
  }

  private static Attached reportedOnly(String name) {
    return new Attached(name, "v", Optional.empty(), false);
  }

  private AttachDetachPlan plan(Facts node, List<Wanted> wanted, Attached... attached) {
    return plan(NOW, node, wanted, attached);
  }

  private AttachDetachPlan plan(
      Instant now, Facts node, List<Wanted> wanted, Attached... attached) {
    var wantedByName = new TreeMap<String, Wanted>();
    wanted.forEach(each -> wantedByName.put(each.volume().name(), each));
    var attachedByName = new TreeMap<String, Attached>();
    List.of(attached).forEach(each -> attachedByName.put(each.name(), each));
    AttachDetachPlan plan =
        AttachDetachPlan.of(
            new NodeVolumes("n", node, wantedByName, attachedByName, memory), options, now);
    memory = plan.memory();
    return plan;
  }

  @Test
  void attachesWhatPodsWantOnAManagedNode() {
    Wanted csi = wanted(CSI);

    assertThat(plan(node(), List.of(csi)).attach()).containsExactly(csi);
    assertThat(plan(facts(true, false, Optional.empty()), List.of(csi)).attach()).isEmpty();
    assertThat(plan(NodeFacts.deleted(Optional.empty()), List.of(csi)).attach()).isEmpty();
    Wanted iscsi = wanted(ISCSI);
    AttachDetachPlan withoutDriver = plan(node(), List.of(iscsi));
    assertThat(withoutDriver.attach()).isEmpty();
    assertThat(withoutDriver.ready()).containsExactly(iscsi);
    assertThat(withoutDriver.report()).containsExactly(ISCSI);
    assertThat(withoutDriver.look()).isEmpty();
  }

  @Test
  void reportsOnceThatAnotherNodeHasTheVolume() {
    Wanted blocked = wanted(CSI, new Elsewhere("m", List.of()));

    AttachDetachPlan first = plan(node(), List.of(blocked));
    assertThat(first.blocked()).containsExactly(blocked);
    assertThat(first.attach()).isEmpty();
    assertThat(plan(node(), List.of(blocked)).blocked()).isEmpty();
    assertThat(plan(node(), List.of(wanted(CSI))).attach()).hasSize(1);
    assertThat(plan(node(), List.of(blocked)).blocked()).hasSize(1);
    plan(node(CSI), List.of(wanted(CSI)), attached(attachment(true)));
    assertThat(memory.blocked()).isEmpty();
  }

  @Test
  void aUsableVolumeIsReportedAndReadyOnce() {
    Wanted csi = wanted(CSI);

    AttachDetachPlan first = plan(node(), List.of(csi), attached(attachment(true)));
    assertThat(first.report()).containsExactly(CSI);
    assertThat(first.ready()).containsExactly(csi);
    AttachDetachPlan second = plan(node(CSI), List.of(csi), attached(attachment(true)));
    assertThat(second.report()).containsExactly(CSI);
    assertThat(second.ready()).isEmpty();
    assertThat(second.look()).isEmpty();
  }

  @Test
  void aWantedVolumeThatIsBeingDetachedIsAwaited() {
    AttachDetachPlan plan = plan(node(), List.of(wanted(CSI)), attached(detaching()));

    assertThat(plan.report()).isEmpty();
    assertThat(plan.attach()).isEmpty();
    assertThat(plan.look()).isEmpty();
  }

  @Test
  void restoresALostAttachmentAtMostOncePerPeriod() {
    Wanted csi = wanted(CSI);

    assertThat(plan(node(CSI), List.of(csi), reportedOnly(CSI)).attach()).containsExactly(csi);
    AttachDetachPlan early = plan(NOW.plusSeconds(59), node(CSI), List.of(csi), reportedOnly(CSI));
    assertThat(early.attach()).isEmpty();
    assertThat(early.report()).isEmpty();
    assertThat(early.look()).contains(Duration.ofSeconds(1));
    assertThat(plan(NOW.plusSeconds(60), node(CSI), List.of(csi), reportedOnly(CSI)).attach())
        .containsExactly(csi);
  }

  @Test
  void withoutRestorationTheNodesReportIsBelieved() {
    options = new AttachDetachOptions(false, Duration.ofMinutes(1), true);

    AttachDetachPlan plan = plan(node(CSI), List.of(wanted(CSI)), reportedOnly(CSI));

    assertThat(plan.attach()).isEmpty();
    assertThat(plan.report()).containsExactly(CSI);
  }

  @Test
  void anErrorOfTheAttacherIsReportedOnceForEachTime() {
    Wanted csi = wanted(CSI);

    assertThat(plan(node(), List.of(csi), attached(failing("t1", "full"))).failed())
        .containsExactly(new Failed(csi, "full"));
    assertThat(plan(node(), List.of(csi), attached(failing("t1", "full"))).failed()).isEmpty();
    assertThat(plan(node(), List.of(csi), attached(failing("t2", "full"))).failed()).hasSize(1);
    plan(node(), List.of(csi), attached(attachment(true)));
    assertThat(memory.errors()).isEmpty();
    assertThat(memory.late()).isEmpty();
  }

  @Test
  void aLateAttacherIsReportedEveryTwoMinutes() {
    List<Wanted> csi = List.of(wanted(CSI));
    Attached waiting = attached(attachment(false));

    AttachDetachPlan early = plan(node(), csi, waiting);
    assertThat(early.failed()).isEmpty();
    assertThat(early.look()).contains(Duration.ofMinutes(1));
    AttachDetachPlan late = plan(NOW.plusSeconds(60), node(), csi, waiting);
    assertThat(late.failed())
        .extracting(Failed::problem)
        .containsExactly(
            "timed out waiting for external-attacher of d CSI driver to attach volume h");
    assertThat(late.look()).contains(Duration.ofMinutes(2));
    assertThat(plan(NOW.plusSeconds(61), node(), csi, waiting).failed()).isEmpty();
    AttachDetachPlan withError =
        plan(NOW.plusSeconds(180), node(), csi, attached(failing("t", "full")));
    assertThat(withError.failed()).extracting(Failed::problem).containsExactly("full");
  }

  @Test
  void anUnusedVolumeIsDetachedWhenTheNodeHasUnmountedIt() {
    Attached unused = attached(attachment(true));

    AttachDetachPlan mounted = plan(facts(true, true, Optional.of(CSI)), List.of(), unused);
    assertThat(mounted.detach()).isEmpty();
    assertThat(mounted.report()).containsExactly(CSI);
    assertThat(mounted.look()).contains(Duration.ofMinutes(6));
    AttachDetachPlan unmounted = plan(node(), List.of(), unused);
    assertThat(unmounted.detach()).containsExactly(new Detach(unused, Reason.UNUSED));
    assertThat(unmounted.report()).isEmpty();
    assertThat(plan(node(), List.of(), attached(detaching())).detach()).isEmpty();
  }

  @Test
  void aNodeThatIsNotReadyLosesTheVolumeAfterSixMinutes() {
    Attached unused = attached(attachment(true));
    Facts gone = facts(false, true, Optional.of(CSI));
    Facts ready = facts(true, true, Optional.of(CSI));
    Instant deadline = NOW.plus(Duration.ofMinutes(6));

    plan(gone, List.of(), unused);
    assertThat(plan(deadline.minusSeconds(1), gone, List.of(), unused).detach()).isEmpty();
    AttachDetachPlan late = plan(deadline, ready, List.of(), unused);
    assertThat(late.detach()).isEmpty();
    assertThat(late.look()).isEmpty();
    assertThat(plan(deadline, gone, List.of(), unused).detach())
        .containsExactly(new Detach(unused, Reason.TIMEOUT));
    options = new AttachDetachOptions(true, Duration.ofMinutes(1), false);
    AttachDetachPlan never = plan(deadline, gone, List.of(), unused);
    assertThat(never.detach()).isEmpty();
    assertThat(never.look()).isEmpty();
  }

  @Test
  void aNodeThatIsOutOfServiceLosesTheVolumeAtOnce() {
    Attached unused = attached(attachment(true));

    assertThat(plan(outOfService(), List.of(), unused).detach())
        .containsExactly(new Detach(unused, Reason.OUT_OF_SERVICE));
  }

  @Test
  void aVolumeThatIsUsedAgainGetsItsWholeTimeLater() {
    Attached volume = attached(attachment(true));
    Facts gone = facts(false, true, Optional.of(CSI));

    plan(gone, List.of(), volume);
    plan(NOW.plusSeconds(300), gone, List.of(wanted(CSI)), volume);

    assertThat(plan(NOW.plusSeconds(360), gone, List.of(), volume).detach()).isEmpty();
  }

  @Test
  void aVolumeThatCannotBeResolvedIsKept() {
    Facts node = node();
    var kept = new Attached(CSI, "v", Optional.of(attachment(true)), true);
    var lost = new Attached(CSI, "v", Optional.empty(), true);
    var waiting = new Attached(CSI, "v", Optional.of(attachment(false)), true);

    assertThat(plan(node, List.of(), kept).detach()).isEmpty();
    assertThat(plan(node, List.of(), kept).report()).containsExactly(CSI);
    assertThat(plan(node, List.of(), lost).report()).containsExactly(CSI);
    assertThat(plan(node, List.of(), waiting).report()).isEmpty();
  }

  @Test
  void looksAgainAtTheEarliestTime() {
    String other = "kubernetes.io/csi/d^i";
    memory.unused().put(CSI, NOW.minusSeconds(120));
    memory.unused().put(other, NOW.minusSeconds(60));
    Facts node =
        new Facts(
            true,
            true,
            false,
            false,
            new TreeSet<>(),
            Optional.of(new TreeSet<>(List.of(CSI, other))));

    AttachDetachPlan plan =
        plan(
            node,
            List.of(),
            attached(attachment(true)),
            new Attached(other, "w", Optional.of(attachment(true)), false));

    assertThat(plan.look()).contains(Duration.ofMinutes(4));
  }
}
