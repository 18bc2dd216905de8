package io.coxswain.kube.statefulset;

import static io.coxswain.kube.statefulset.StatefulSetFixture.ofReplicas;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSetOrdinals;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatefulSetPlanTest {
  private static final String OLD = "web-old";
  private static final String NEW = "web-new";

  @Test
  void createsOneAfterTheOtherIsAvailable() {
    assertThat(ofReplicas(3).plan()).containsExactly("Create web-0");
    assertThat(ofReplicas(3).pending(0, NEW).plan()).isEmpty();
    assertThat(ofReplicas(3).ready(0, NEW).plan()).containsExactly("Create web-1");
    assertThat(ofReplicas(3).ready(0, NEW).spec(s -> s.setMinReadySeconds(61)).plan()).isEmpty();
    assertThat(ofReplicas(3).ready(0, NEW).spec(s -> s.setMinReadySeconds(60)).plan())
        .containsExactly("Create web-1");
  }

  @Test
  void createsAllAtOnceWhenParallel() {
    assertThat(ofReplicas(3).parallel().plan())
        .containsExactly("Create web-0", "Create web-1", "Create web-2");
  }

  @Test
  void countsFromTheFirstOrdinal() {
    var fixture = ofReplicas(2).ready(0, NEW).ready(1, NEW).parallel();
    fixture.spec(
        s -> {
          var ordinals = new StatefulSetOrdinals();
          ordinals.setStart(1);
          s.setOrdinals(ordinals);
        });

    assertThat(fixture.plan()).containsExactly("Create web-2", "Delete web-0");
  }

  @Test
  void scalesDownFromTheTopOneAtATime() {
    assertThat(ofReplicas(1).ready(0, NEW).ready(1, NEW).ready(2, NEW).plan())
        .containsExactly("Delete web-2");
    assertThat(ofReplicas(1).ready(0, NEW).ready(1, NEW).deleting(2, NEW).plan()).isEmpty();
    assertThat(ofReplicas(1).ready(0, NEW).ready(1, NEW).plan()).containsExactly("Delete web-1");
  }

  @Test
  void scalesDownAllAtOnceWhenParallel() {
    assertThat(ofReplicas(0).parallel().ready(0, NEW).pending(1, NEW).deleting(2, NEW).plan())
        .containsExactly("Delete web-1", "Delete web-0");
  }

  @Test
  void doesNotScaleDownPastAnUnhealthyPod() {
    assertThat(ofReplicas(1).ready(0, NEW).pending(1, NEW).ready(2, NEW).plan())
        .as("a healthy pod goes although one below is not")
        .containsExactly("Delete web-2");
    assertThat(ofReplicas(1).ready(0, NEW).pending(1, NEW).pending(2, NEW).plan())
        .as("an unhealthy one waits for the first unhealthy one")
        .isEmpty();
    assertThat(ofReplicas(1).ready(0, NEW).pending(1, NEW).plan())
        .as("the first unhealthy one may go")
        .containsExactly("Delete web-1");
    assertThat(ofReplicas(1).pending(0, NEW).ready(1, NEW).plan())
        .as("those that stay come first")
        .isEmpty();
  }

  @Test
  void replacesAPodThatHasEnded() {
    assertThat(ofReplicas(2).pod(0, NEW, "Failed", false, p -> {}).plan())
        .containsExactly("Delete web-0");
    assertThat(ofReplicas(2).pod(0, NEW, "Succeeded", false, p -> {}).plan())
        .containsExactly("Delete web-0");
    assertThat(
            ofReplicas(2)
                .pod(
                    0,
                    NEW,
                    "Failed",
                    false,
                    p -> p.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z"))
                .plan())
        .isEmpty();
  }

  @Test
  void replacesFromTheTopDownToThePartition() {
    var all = ofReplicas(5).partition(3);
    for (int i = 0; i < 5; i++) {
      all.ready(i, OLD);
    }
    assertThat(all.plan()).containsExactly("Replace web-4");

    var next = ofReplicas(5).partition(3).ready(0, OLD).ready(1, OLD).ready(2, OLD);
    assertThat(next.ready(3, OLD).pending(4, NEW).plan()).as("web-4 is waited for").isEmpty();

    var last = ofReplicas(5).partition(3).ready(0, OLD).ready(1, OLD).ready(2, OLD);
    assertThat(last.ready(3, OLD).ready(4, NEW).plan()).containsExactly("Replace web-3");

    var done = ofReplicas(5).partition(3).ready(0, OLD).ready(1, OLD).ready(2, OLD);
    assertThat(done.ready(3, NEW).ready(4, NEW).plan()).isEmpty();
  }

  @Test
  void bringsAPodBelowThePartitionBackAsItWas() {
    var fixture = ofReplicas(5).partition(3).ready(0, OLD).ready(2, OLD);

    var action = StatefulSetPlan.of(fixture.seen()).actions().getFirst();

    assertThat(action).isInstanceOf(PodAction.Create.class);
    assertThat(action.pod().getMetadata().getName()).isEqualTo("web-1");
    assertThat(StatefulPodFactory.revision(action.pod())).isEqualTo(OLD);
    assertThat(action.pod().getSpec().getContainers().getFirst().getImage()).isEqualTo("img:1");
  }

  @Test
  void replacesSeveralAtOnceWithTheFeature() {
    var fixture = ofReplicas(5);
    fixture.severalAtOnce = true;
    fixture.spec(
        s -> s.getUpdateStrategy().getRollingUpdate().setMaxUnavailable(new IntOrString(2)));
    for (int i = 0; i < 5; i++) {
      fixture.ready(i, OLD);
    }

    assertThat(fixture.plan()).containsExactly("Replace web-4", "Replace web-3");

    fixture.severalAtOnce = false;
    assertThat(fixture.plan()).containsExactly("Replace web-4");
  }

  @Test
  void leavesReplacingToTheUserOnDelete() {
    var fixture = ofReplicas(1).ready(0, OLD);
    fixture.spec(
        s -> {
          s.getUpdateStrategy().setType("OnDelete");
          s.getUpdateStrategy().setRollingUpdate(null);
        });

    assertThat(fixture.plan()).isEmpty();
  }

  @Test
  void doesNothingForASetThatIsBeingDeleted() {
    var fixture = ofReplicas(3);
    fixture.set.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(fixture.plan()).isEmpty();
  }

  @Test
  void waitsUntilTheClaimOfAnEarlierPodIsDeleted() {
    var fixture = ofReplicas(1).claimTemplate().retention("Delete", "Retain");
    fixture.claim(
        "data-web-0",
        c ->
            Owners.add(
                c,
                new OwnerReferenceBuilder()
                    .withApiVersion("v1")
                    .withKind("Pod")
                    .withName("web-0")
                    .withUid("earlier")
                    .withController(true)
                    .build()));

    assertThat(fixture.plan()).isEmpty();

    fixture.claims.clear();
    assertThat(fixture.plan()).containsExactly("Create web-0");
  }

  @Test
  void givesAWaitingPodTheClaimsItLacks() {
    var fixture = ofReplicas(1).claimTemplate().pending(0, NEW);

    assertThat(fixture.plan()).containsExactly("EnsureClaims web-0");

    fixture.claim("data-web-0", c -> {});
    assertThat(fixture.plan()).isEmpty();
  }

  @Test
  void putsALostLabelBack() {
    var fixture = ofReplicas(1).ready(0, NEW);
    fixture.pods.getFirst().getMetadata().getLabels().remove("statefulset.kubernetes.io/pod-name");

    assertThat(fixture.plan()).containsExactly("Repair web-0");
  }

  @Test
  void createsPodsWithTheirNameAndClaims() {
    var fixture = ofReplicas(1).claimTemplate();
    Pod pod = StatefulPodFactory.build(fixture.seen(), 0);

    assertThat(pod.getMetadata().getLabels())
        .containsEntry("app", "web")
        .containsEntry("statefulset.kubernetes.io/pod-name", "web-0")
        .containsEntry("apps.kubernetes.io/pod-index", "0")
        .containsEntry("controller-revision-hash", NEW);
    assertThat(pod.getSpec().getHostname()).isEqualTo("web-0");
    assertThat(pod.getSpec().getSubdomain()).isEqualTo("web");
    assertThat(pod.getSpec().getVolumes())
        .singleElement()
        .satisfies(
            v -> {
              assertThat(v.getName()).isEqualTo("data");
              assertThat(v.getPersistentVolumeClaim().getClaimName()).isEqualTo("data-web-0");
            });
    var claim = StatefulPodFactory.claims(fixture.set, pod).getFirst();
    assertThat(claim.getMetadata().getName()).isEqualTo("data-web-0");
    assertThat(claim.getMetadata().getLabels()).containsEntry("app", "web");
  }

  @Test
  void countsPodsByRevisionAndHealth() {
    var fixture = ofReplicas(4).ready(0, OLD).ready(1, NEW).pending(2, NEW).deleting(3, OLD);

    assertThat(StatefulSetCounts.of(fixture.seen()))
        .isEqualTo(new StatefulSetCounts(4, 3, 3, 1, 2));
  }

  @Test
  void makesTheNewRevisionCurrentWhenAllPodsAreOfIt() {
    var fixture = ofReplicas(2).ready(0, NEW).ready(1, NEW);
    var status = new StatefulSetStatus();

    StatefulSetCounts.of(fixture.seen())
        .writeTo(status, fixture.set, StatefulSetFixture.REVISIONS, 0);

    assertThat(status.getCurrentRevision()).isEqualTo(NEW);
    assertThat(status.getCurrentReplicas()).isEqualTo(2);
  }

  @Test
  void replacesABrokenPodOfAnOldRevisionWhereTheSetAsksForIt() {
    var fixture = ofReplicas(3).ready(0, OLD).pending(1, OLD);
    assertThat(fixture.plan()).as("upstream waits for ever").isEmpty();

    fixture.set.getMetadata().setAnnotations(Map.of("coxswain.io/replace-broken-pods", "true"));
    assertThat(fixture.plan()).containsExactly("Replace web-1");

    assertThat(fixture.partition(2).plan()).as("not below the partition").isEmpty();
    var updated = ofReplicas(2).ready(0, OLD).pending(1, NEW);
    updated.set.getMetadata().setAnnotations(Map.of("coxswain.io/replace-broken-pods", "true"));
    assertThat(updated.plan()).as("a new one is given its time").isEmpty();
  }

  @Test
  void takesSeveralAtOnceWhereTheSetAsksForIt() {
    var fixture = ofReplicas(4);
    for (int i = 0; i < 4; i++) {
      fixture.ready(i, OLD);
    }
    fixture.set.getMetadata().setAnnotations(Map.of("coxswain.io/max-unavailable", "50%"));
    assertThat(fixture.plan()).containsExactly("Replace web-3", "Replace web-2");

    for (String unclear : List.of("0", "-1", "many", "0%", "%")) {
      fixture.set.getMetadata().setAnnotations(Map.of("coxswain.io/max-unavailable", unclear));
      assertThat(StatefulSetExtensions.hasInvalidAnnotation(fixture.set)).as(unclear).isTrue();
      assertThat(fixture.plan()).as(unclear).containsExactly("Replace web-3");
    }
  }
}
