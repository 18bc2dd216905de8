package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** Resource claims count by number, and by the devices of each class that they request. */
final class DeviceUsage implements QuotaUsage {
  private static final String COUNT = "count/resourceclaims.resource.k8s.io";
  private static final String PER_CLASS = ".deviceclass.resource.k8s.io/devices";

  /** The count of a request for all devices. */
  private static final int MAX_DEVICES = 32;

  @Override
  public boolean covers(String name) {
    return name.equals(COUNT) || name.endsWith(PER_CLASS);
  }

  @Override
  public boolean isInScope(JsonNode quota, JsonNode object) {
    return QuotaScope.of(quota).isEmpty();
  }

  @Override
  public Amounts of(JsonNode claim, Instant now) {
    Amounts amounts = Amounts.none();
    amounts.set(COUNT, "1");
    for (JsonNode request : claim.at("/spec/devices/requests")) {
      Amounts its = Amounts.none();
      if (request.has("exactly")) {
        count(request.path("exactly"), its);
      }
      for (JsonNode choice : request.path("firstAvailable")) {
        Amounts one = Amounts.none();
        count(choice, one);
        its.raise(one);
      }
      amounts.add(its);
    }
    return amounts;
  }

  private static void count(JsonNode request, Amounts amounts) {
    boolean all = request.path("allocationMode").asText("").equals("All");
    long count = all ? MAX_DEVICES : request.path("count").asLong(0);
    amounts.set(request.path("deviceClassName").asText("") + PER_CLASS, Long.toString(count));
  }
}
