package io.coxswain.kube.storageversiongc;

import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The action for a StorageVersion, given the API servers that no longer exist. */
sealed interface StorageVersionPlan {
  String EQUAL = "AllEncodingVersionsEqual";
  Conditions<StorageVersionCondition> CONDITIONS =
      new Conditions<>(
          StorageVersionCondition::getType,
          StorageVersionCondition::getStatus,
          StorageVersionCondition::getLastTransitionTime,
          StorageVersionCondition::setLastTransitionTime);

  record Keep() implements StorageVersionPlan {}

  /** No API server is left that would store the resource. */
  record Delete() implements StorageVersionPlan {}

  record Update(StorageVersionStatus status) implements StorageVersionPlan {}

  /** The API servers that the StorageVersion names. */
  static Set<String> servers(StorageVersion version) {
    var servers = new TreeSet<String>();
    if (version.getStatus() != null) {
      version.getStatus().getStorageVersions().forEach(each -> servers.add(each.getApiServerId()));
    }
    return servers;
  }

  static StorageVersionPlan of(StorageVersion version, Set<String> ended, Instant now) {
    StorageVersionStatus status = version.getStatus();
    if (ended.isEmpty() || status == null) {
      return new Keep();
    }
    var left = new ArrayList<>(status.getStorageVersions());
    left.removeIf(each -> ended.contains(each.getApiServerId()));
    return left.isEmpty()
        ? new Delete()
        : new Update(status(status, left, version.getMetadata().getGeneration(), now));
  }

  private static StorageVersionStatus status(
      StorageVersionStatus earlier,
      List<ServerStorageVersion> left,
      @Nullable Long generation,
      Instant now) {
    var versions = new TreeSet<String>();
    left.forEach(each -> versions.add(each.getEncodingVersion()));
    String common = versions.size() == 1 ? versions.first() : null;
    var status = new StorageVersionStatus();
    status.setStorageVersions(left);
    status.setCommonEncodingVersion(common);
    var condition = condition(common != null, generation, now);
    var conditions = new ArrayList<>(earlier.getConditions());
    String before = earlier.getCommonEncodingVersion();
    if (before != null && common != null && !before.equals(common)) {
      conditions.removeIf(each -> each.getType().equals(EQUAL)); // counts as a transition
    }
    CONDITIONS.set(conditions, condition);
    status.setConditions(conditions);
    return status;
  }

  private static StorageVersionCondition condition(
      boolean equal, @Nullable Long generation, Instant now) {
    var condition = new StorageVersionCondition();
    condition.setType(EQUAL);
    condition.setStatus(equal ? "True" : "False");
    condition.setObservedGeneration(
        Optional.ofNullable(generation).filter(g -> g > 0).orElse(null));
    condition.setLastTransitionTime(Timestamps.format(now));
    condition.setReason(equal ? "CommonEncodingVersionSet" : "CommonEncodingVersionUnset");
    condition.setMessage(equal ? "Common encoding version set" : "Common encoding version unset");
    return condition;
  }
}
