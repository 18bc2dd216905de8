package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Counts objects only. */
final class CountUsage implements QuotaUsage {
  private static final List<String> NAMED_ALONE =
      List.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");

  private final List<String> names = new ArrayList<>();

  CountUsage(String collection) {
    names.add("count/" + collection);
    if (NAMED_ALONE.contains(collection)) {
      names.add(collection);
    }
  }

  @Override
  public boolean covers(String name) {
    return names.contains(name);
  }

  @Override
  public boolean isInScope(JsonNode quota, JsonNode object) {
    return QuotaScope.of(quota).isEmpty();
  }

  @Override
  public Amounts of(JsonNode object, Instant now) {
    Amounts amounts = Amounts.none();
    names.forEach(name -> amounts.set(name, "1"));
    return amounts;
  }
}
