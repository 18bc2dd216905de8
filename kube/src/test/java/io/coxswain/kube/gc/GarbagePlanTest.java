package io.coxswain.kube.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.kube.gc.GarbagePlan.Classified;
import io.coxswain.kube.gc.GarbagePlan.Owner;
import io.coxswain.runtime.client.Deletion;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GarbagePlanTest {
  private static final Classified SOLID = owner("solid", Owner.SOLID);
  private static final Classified WAITING = owner("waiting", Owner.WAITING);
  private static final Classified DANGLING = owner("dangling", Owner.DANGLING);

  private static Classified owner(String uid, Owner state) {
    return new Classified(
        new OwnerReferenceBuilder()
            .withApiVersion("v1")
            .withKind("ConfigMap")
            .withName("x")
            .withUid(uid)
            .build(),
        state);
  }

  private static Item dependent(boolean foreground) {
    var type = new ResourceType("", "v1", "ConfigMap", "configmaps", true);
    return new Item(
        new Item.Id(type, ObjectKey.of("ns", "d"), "d"), List.of(), foreground, foreground, false);
  }

  @Test
  void keepsObjectsWithoutOwnersOrWithExistingOnes() {
    assertThat(GarbagePlan.of(List.of(), List.of(), List.of())).isEqualTo(new GarbagePlan.Keep());
    assertThat(GarbagePlan.of(List.of(SOLID), List.of(), List.of()))
        .isEqualTo(new GarbagePlan.Keep());
  }

  @Test
  void removesMissingOwnersWhileOneRemains() {
    assertThat(GarbagePlan.of(List.of(SOLID, DANGLING, WAITING), List.of(), List.of()))
        .isEqualTo(new GarbagePlan.DropReferences(new TreeSet<>(List.of("dangling", "waiting"))));
  }

  @Test
  void deletesObjectsWithoutRemainingOwner() {
    assertThat(GarbagePlan.of(List.of(DANGLING), List.of(), List.of(dependent(false))))
        .isEqualTo(new GarbagePlan.Delete(Deletion.background(), false));
  }

  @Test
  void deletesBlockingDependentsInTheForeground() {
    assertThat(GarbagePlan.of(List.of(WAITING), List.of(), List.of(dependent(false))))
        .isEqualTo(new GarbagePlan.Delete(Deletion.foreground(), false));
    assertThat(GarbagePlan.of(List.of(WAITING), List.of(), List.of()))
        .isEqualTo(new GarbagePlan.Delete(Deletion.background(), false));
  }

  @Test
  void breaksACycleOfBlockingDependents() {
    assertThat(GarbagePlan.of(List.of(WAITING), List.of(), List.of(dependent(true))))
        .isEqualTo(new GarbagePlan.Delete(Deletion.foreground(), true));
  }

  @Test
  void respectsThePropagationOfItsFinalizers() {
    assertThat(GarbagePlan.of(List.of(DANGLING), List.of("orphan"), List.of()))
        .isEqualTo(new GarbagePlan.Delete(GarbagePlan.ORPHANING, false));
    assertThat(GarbagePlan.of(List.of(DANGLING), List.of("foregroundDeletion"), List.of()))
        .isEqualTo(new GarbagePlan.Delete(Deletion.foreground(), false));
  }
}
