package io.coxswain.api.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Quantities;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The quality-of-service class of a pod, from its requests and limits. */
public final class QualityOfService {
  private QualityOfService() {}

  public static String of(JsonNode spec) {
    var requests = new TreeMap<String, BigDecimal>();
    var limits = new TreeMap<String, BigDecimal>();
    boolean guaranteed = true;
    JsonNode ofPod = spec.path("resources");
    if (ofPod.isObject()) {
      add(ofPod.path("requests"), requests);
      int limited = add(ofPod.path("limits"), limits);
      guaranteed = ofPod.path("limits").isEmpty() || limited == 2;
      return classOf(requests, limits, guaranteed);
    }
    for (String list : List.of("containers", "initContainers")) {
      for (JsonNode container : spec.path(list)) {
        JsonNode resources = container.path("resources");
        add(resources.path("requests"), requests);
        int limited = add(resources.path("limits"), limits);
        guaranteed &= limited == 2;
      }
    }
    return classOf(requests, limits, guaranteed);
  }

  private static String classOf(
      Map<String, BigDecimal> requests, Map<String, BigDecimal> limits, boolean guaranteed) {
    if (requests.isEmpty() && limits.isEmpty()) {
      return "BestEffort";
    }
    return guaranteed && requests.equals(limits) ? "Guaranteed" : "Burstable";
  }

  private static int add(JsonNode resources, Map<String, BigDecimal> sums) {
    int counted = 0;
    for (String name : List.of("cpu", "memory")) {
      JsonNode value = resources.path(name);
      if (value.isMissingNode()) {
        continue;
      }
      BigDecimal amount = Quantities.value(value.asText()).stripTrailingZeros();
      if (amount.signum() != 0) {
        sums.merge(name, amount, BigDecimal::add);
        counted++;
      }
    }
    return counted;
  }
}
