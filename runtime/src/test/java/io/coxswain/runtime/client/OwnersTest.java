package io.coxswain.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import org.junit.jupiter.api.Test;

class OwnersTest {
  private final ConfigMap object = map("ns", "a");

  @Test
  void addsOneControllerAndFurtherOwners() {
    Owners.own(job("ns", "other", "u2"), object);
    Owners.control(job("ns", "j", "u1"), object);

    assertThat(object.getMetadata().getOwnerReferences()).hasSize(2);
    var controller = Owners.controllerOf(object).orElseThrow();
    assertThat(controller.getName()).isEqualTo("j");
    assertThat(controller.getUid()).isEqualTo("u1");
    assertThat(controller.getApiVersion()).isEqualTo("batch/v1");
    assertThat(controller.getBlockOwnerDeletion()).isTrue();
    assertThatThrownBy(() -> Owners.control(job("ns", "other", "u2"), object))
        .hasMessage("Object ns/a is already owned by another Job controller j");
  }

  @Test
  void replacesReferencesOfTheSameKindAndName() {
    Owners.control(job("ns", "j", "old"), object);
    Job again = job("ns", "j", "new");
    again.setApiVersion("batch/v1beta1");
    Owners.control(again, object);

    assertThat(object.getMetadata().getOwnerReferences()).hasSize(1);
    assertThat(Owners.controllerOf(object).orElseThrow().getUid()).isEqualTo("new");
    assertThat(Owners.owns(job("ns", "j", "any"), object)).isTrue();
  }

  @Test
  void removesOnlyExistingOwners() {
    Job job = job("ns", "j", "u");
    Owners.own(job, object);
    Owners.disown(job, object);

    assertThat(object.getMetadata().getOwnerReferences()).isEmpty();
    assertThatThrownBy(() -> Owners.disown(job, object))
        .hasMessage("j is not an owner of ConfigMap a");
  }

  @Test
  void rejectsOwnersInOtherNamespaces() {
    assertThatThrownBy(() -> Owners.own(job("elsewhere", "j", "u"), object))
        .hasMessage(
            "cross-namespace owner references are disallowed, owner's namespace elsewhere, obj's"
                + " namespace ns");
    var cluster = new NamespaceBuilder().withNewMetadata().withName("n").endMetadata().build();
    assertThatThrownBy(() -> Owners.own(job("ns", "j", "u"), cluster))
        .hasMessage(
            "cluster-scoped resource must not have a namespace-scoped owner, owner's namespace ns");
    Owners.own(cluster, object);
    assertThat(Owners.owns(cluster, object)).isTrue();
  }

  private static ConfigMap map(String namespace, String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .build();
  }

  private static Job job(String namespace, String name, String uid) {
    return new JobBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withUid(uid)
        .endMetadata()
        .build();
  }
}
