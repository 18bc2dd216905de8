package io.coxswain.apiserver.kinds.workload;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** The numbers of pods in a status: not negative, and not larger than the total. */
final class ReplicaCounts {
  private ReplicaCounts() {}

  static void nonNegative(Field status, List<String> counts) {
    counts.forEach(count -> status.get(count).nonNegative());
  }

  static void within(Field status, List<String> counts) {
    long all = status.get("replicas").number();
    for (String count : counts) {
      if (status.get(count).number() > all) {
        status.get(count).orZero().invalid("cannot be greater than status.replicas");
      }
    }
  }

  /** Available pods are ready pods. */
  static void available(Field status, String ready) {
    Field available = status.get("availableReplicas");
    if (available.number() > status.get("readyReplicas").number()) {
      available.orZero().invalid("cannot be greater than " + ready);
    }
  }

  static void collisions(Field status, JsonNode before) {
    Field count = status.get("collisionCount");
    JsonNode old = before.path("collisionCount");
    if (old.isNumber() && old.asLong() > count.number()) {
      count.orZero().invalid("cannot be decremented");
    }
  }
}
