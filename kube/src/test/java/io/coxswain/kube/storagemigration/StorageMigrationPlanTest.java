package io.coxswain.kube.storagemigration;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ResourceType;
import io.coxswain.kube.storagemigration.StorageMigrationPlan.Begin;
import io.coxswain.kube.storagemigration.StorageMigrationPlan.Fail;
import io.coxswain.kube.storagemigration.StorageMigrationPlan.Migrate;
import io.coxswain.kube.storagemigration.StorageMigrationPlan.Nothing;
import io.coxswain.kube.storagemigration.StorageMigrationPlan.Wait;
import io.coxswain.runtime.client.Reader.Served;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.GroupResource;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration;
import io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigrationBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StorageMigrationPlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ResourceType WIDGET =
      new ResourceType("example.com", "v1", "Widget", "widgets", true);
  private static final ResourceType POD = new ResourceType("", "v1", "Pod", "pods", true);
  private static final List<String> VERBS = List.of("get", "list", "patch", "update");

  private static StorageVersionMigration migration(@Nullable String group, String resource) {
    return new StorageVersionMigrationBuilder()
        .withNewMetadata()
        .withName("m")
        .withCreationTimestamp("2025-12-31T23:59:30Z")
        .endMetadata()
        .withNewSpec()
        .withResource(new GroupResource(group, resource))
        .endSpec()
        .build();
  }

  private static StorageVersionMigration widgets(String revision) {
    return migration("example.com", "widgets")
        .edit()
        .withNewStatus()
        .withResourceVersion(revision)
        .endStatus()
        .build();
  }

  private static StorageMigrationPlan plan(StorageVersionMigration migration, Served... served) {
    return StorageMigrationPlan.of(migration, List.of(served), NOW);
  }

  @Test
  void recordsTheRevisionAndThenMigrates() {
    Served widgets = new Served(WIDGET, VERBS);

    assertThat(plan(migration("example.com", "widgets"), widgets)).isEqualTo(new Begin(WIDGET));
    assertThat(plan(widgets(""), widgets)).isEqualTo(new Begin(WIDGET));
    assertThat(plan(widgets("7"), widgets)).isEqualTo(new Migrate(WIDGET));
    assertThat(StorageMigrationPlan.revision(widgets("7"))).contains("7");
    assertThat(plan(migration(null, "pods"), widgets, new Served(POD, VERBS)))
        .isEqualTo(new Begin(POD));
  }

  @Test
  void doesNothingWhenItIsOver() {
    for (String end : new String[] {"Succeeded", "Failed"}) {
      StorageVersionMigration over = widgets("7");
      over.getStatus()
          .setConditions(List.of(new ConditionBuilder().withType(end).withStatus("True").build()));

      assertThat(plan(over, new Served(WIDGET, VERBS))).isEqualTo(new Nothing());
    }
  }

  @Test
  void waitsAMinuteForTheResource() {
    StorageVersionMigration widgets = migration("example.com", "widgets");

    assertThat(plan(widgets)).isEqualTo(new Wait(Duration.ofSeconds(30)));
    assertThat(plan(widgets, new Served(POD, VERBS))).isEqualTo(new Wait(Duration.ofSeconds(30)));
    assertThat(plan(migration("example.com", "gadgets"), new Served(WIDGET, VERBS)))
        .isInstanceOf(Wait.class);
    assertThat(plan(migration("other.com", "widgets"), new Served(WIDGET, VERBS)))
        .isInstanceOf(Wait.class);
    assertThat(StorageMigrationPlan.of(widgets, List.of(), NOW.plusSeconds(30)))
        .isEqualTo(new Fail("resource does not exist in discovery"));
    widgets.getMetadata().setCreationTimestamp(null);
    assertThat(plan(widgets)).isEqualTo(new Fail("resource does not exist in discovery"));
  }

  @Test
  void failsForAResourceThatCannotBeWritten() {
    List<String> readOnly = List.of("get", "list");

    assertThat(plan(migration("example.com", "widgets"), new Served(WIDGET, readOnly)))
        .isEqualTo(
            new Fail(
                "resource \"example.com/v1, Resource=widgets\" does not support discovery"
                    + " operations: [update patch list]"));
    assertThat(plan(migration("", "pods"), new Served(POD, readOnly)))
        .isEqualTo(
            new Fail(
                "resource \"/v1, Resource=pods\" does not support discovery operations: [update"
                    + " patch list]"));
  }
}
