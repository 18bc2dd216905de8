package io.coxswain.kube.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.controller.Latest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OwnershipGraphTest {
  private static final ResourceType CONFIG_MAP =
      new ResourceType("", "v1", "ConfigMap", "configmaps", true);

  private final OwnershipGraph graph = new OwnershipGraph();

  private static GenericKubernetesResource object(String namespace, String name, String... owners) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion("v1")
        .withKind("ConfigMap")
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withUid(name + "-uid")
        .withOwnerReferences(List.of(owners).stream().map(OwnershipGraphTest::reference).toList())
        .endMetadata()
        .build();
  }

  private static OwnerReference reference(String name) {
    return new OwnerReferenceBuilder()
        .withApiVersion("v1")
        .withKind("ConfigMap")
        .withName(name)
        .withUid(name + "-uid")
        .withBlockOwnerDeletion(true)
        .build();
  }

  private static Latest<GenericKubernetesResource> created(GenericKubernetesResource object) {
    return new Latest<>(object, EventType.CREATED, uid(object));
  }

  private static String uid(GenericKubernetesResource object) {
    return object.getMetadata().getUid();
  }

  private List<String> create(GenericKubernetesResource object) {
    return names(graph.note(CONFIG_MAP, created(object)));
  }

  private List<String> update(
      GenericKubernetesResource old, Consumer<GenericKubernetesResource> edit) {
    GenericKubernetesResource changed = io.coxswain.api.Json.copy(old);
    edit.accept(changed);
    return names(graph.note(CONFIG_MAP, new Latest<>(changed, EventType.UPDATED, uid(old))));
  }

  private List<String> delete(GenericKubernetesResource object) {
    return names(graph.note(CONFIG_MAP, new Latest<>(object, EventType.DELETED, uid(object))));
  }

  private static List<String> names(OwnershipGraph.Noted noted) {
    return noted.look().stream().map(id -> id.key().name()).toList();
  }

  @Test
  void skipsObjectsWhoseOwnerExists() {
    assertThat(create(object("ns", "owner"))).isEmpty();
    assertThat(create(object("ns", "child", "owner"))).isEmpty();
  }

  @Test
  void checksObjectsWithAnUnknownOwner() {
    assertThat(create(object("ns", "child", "owner"))).containsExactly("child");
  }

  @Test
  void checksAllDependentsOfADeletedObject() {
    create(object("ns", "owner"));
    create(object("ns", "b", "owner"));
    create(object("ns", "a", "owner"));
    create(object("ns", "other"));

    assertThat(delete(object("ns", "owner"))).containsExactly("a", "b");
  }

  @Test
  void checksAWaitingOwnerWhenADependentIsDeleted() {
    create(object("ns", "owner"));
    var child = object("ns", "child", "owner");
    create(child);

    List<String> begun =
        update(
            object("ns", "owner"),
            o -> {
              o.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
              o.getMetadata().setFinalizers(List.of("foregroundDeletion"));
            });

    assertThat(begun).containsExactly("child", "owner");
    assertThat(delete(child)).containsExactly("owner");
  }

  @Test
  void reportsAnOwnerInAnotherNamespaceInEitherOrder() {
    create(object("there", "owner"));
    var late = graph.note(CONFIG_MAP, created(object("here", "a", "owner")));
    assertThat(late.misplaced()).hasSize(1);
    assertThat(names(late)).containsExactly("a");

    create(object("here", "b", "second"));
    var early = graph.note(CONFIG_MAP, created(object("there", "second")));
    assertThat(early.misplaced()).hasSize(1);
    assertThat(names(early)).containsExactly("b");
  }

  @Test
  void checksDependentsWhenAnOwnerIsReplaced() {
    var owner = object("ns", "owner");
    create(owner);
    create(object("ns", "child", "owner"));

    assertThat(update(owner, o -> o.getMetadata().setUid("another"))).containsExactly("child");
  }

  @Test
  void forgetsAKindThatIsNoLongerServed() {
    create(object("ns", "owner"));
    create(object("ns", "child", "owner"));

    graph.forget(CONFIG_MAP);

    assertThat(graph.find("owner-uid")).isEmpty();
    assertThat(graph.dependentsOf("owner-uid")).isEmpty();
  }
}
