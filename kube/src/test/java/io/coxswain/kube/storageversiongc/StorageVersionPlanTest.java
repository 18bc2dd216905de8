package io.coxswain.kube.storageversiongc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.storageversiongc.StorageVersionPlan.Delete;
import io.coxswain.kube.storageversiongc.StorageVersionPlan.Keep;
import io.coxswain.kube.storageversiongc.StorageVersionPlan.Update;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StorageVersionPlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  /** With servers and what they store, as {@code server=version}. */
  private static StorageVersion version(String... servers) {
    var status = new StorageVersionStatus();
    var all = new ArrayList<ServerStorageVersion>();
    for (String each : servers) {
      int at = each.indexOf('=');
      var server = new ServerStorageVersion();
      server.setApiServerId(each.substring(0, at));
      server.setEncodingVersion(each.substring(at + 1));
      all.add(server);
    }
    status.setStorageVersions(all);
    var version = new StorageVersion();
    version.setMetadata(new ObjectMeta());
    version.getMetadata().setGeneration(3L);
    version.setStatus(status);
    return version;
  }

  private static StorageVersionStatus updated(StorageVersion version, String... ended) {
    StorageVersionPlan plan = StorageVersionPlan.of(version, Set.of(ended), NOW);
    assertThat(plan).isInstanceOf(Update.class);
    return ((Update) plan).status();
  }

  private static String condition(StorageVersionStatus status) {
    assertThat(status.getConditions()).hasSize(1);
    StorageVersionCondition condition = status.getConditions().getFirst();
    return String.join(
        " | ",
        condition.getType(),
        condition.getStatus(),
        condition.getReason(),
        condition.getMessage(),
        String.valueOf(condition.getObservedGeneration()),
        String.valueOf(condition.getLastTransitionTime()));
  }

  @Test
  void keepsAVersionWhoseServersAllExist() {
    assertThat(StorageVersionPlan.of(version("a=v1"), Set.of(), NOW)).isEqualTo(new Keep());
    StorageVersion withoutStatus = version();
    withoutStatus.setStatus(null);
    assertThat(StorageVersionPlan.of(withoutStatus, Set.of("a"), NOW)).isEqualTo(new Keep());
    assertThat(StorageVersionPlan.servers(withoutStatus)).isEmpty();
    assertThat(StorageVersionPlan.servers(version("b=v1", "a=v1"))).containsExactly("a", "b");
  }

  @Test
  void deletesAVersionWithoutServers() {
    assertThat(StorageVersionPlan.of(version("a=v1", "b=v1"), Set.of("a", "b"), NOW))
        .isEqualTo(new Delete());
  }

  @Test
  void removesEndedServersAndComparesTheRest() {
    StorageVersionStatus equal = updated(version("a=v1", "b=v2"), "a");
    assertThat(equal.getStorageVersions())
        .extracting(ServerStorageVersion::getApiServerId)
        .containsExactly("b");
    assertThat(equal.getCommonEncodingVersion()).isEqualTo("v2");
    assertThat(condition(equal))
        .isEqualTo(
            "AllEncodingVersionsEqual | True | CommonEncodingVersionSet | Common encoding version"
                + " set | 3 | 2026-01-01T00:00:00Z");

    StorageVersionStatus different = updated(version("a=v1", "b=v2", "c=v1"), "a");
    assertThat(different.getCommonEncodingVersion()).isNull();
    assertThat(condition(different))
        .isEqualTo(
            "AllEncodingVersionsEqual | False | CommonEncodingVersionUnset | Common encoding"
                + " version unset | 3 | 2026-01-01T00:00:00Z");
  }

  @Test
  void theTransitionTimeChangesWithTheStatusOrTheCommonVersion() {
    StorageVersion version = version("a=v1", "b=v1");
    StorageVersionStatus before = updated(version("a=v1", "z=v1"), "z");
    before.getConditions().getFirst().setLastTransitionTime("earlier");
    before.setStorageVersions(
        requireNonNull(version("a=v1", "b=v1").getStatus()).getStorageVersions());
    version.setStatus(before);

    assertThat(condition(updated(version, "a"))).endsWith("| earlier");
    before.getConditions().getFirst().setLastTransitionTime("earlier");
    before.setCommonEncodingVersion("v0");
    assertThat(condition(updated(version, "a"))).endsWith("| 2026-01-01T00:00:00Z");
    var other = new StorageVersionCondition();
    other.setType("Other");
    other.setStatus("True");
    before.setConditions(List.of(other));
    assertThat(updated(version, "a").getConditions())
        .extracting(StorageVersionCondition::getType)
        .containsExactlyInAnyOrder("Other", "AllEncodingVersionsEqual");
  }

  @Test
  void aGenerationOfZeroIsOmitted() {
    StorageVersion version = version("a=v1", "b=v1");

    version.getMetadata().setGeneration(0L);
    assertThat(condition(updated(version, "a"))).contains("| null |");
    version.getMetadata().setGeneration(null);
    assertThat(condition(updated(version, "a"))).contains("| null |");
    version.getMetadata().setGeneration(1L);
    assertThat(condition(updated(version, "a"))).contains("| 1 |");
  }
}
