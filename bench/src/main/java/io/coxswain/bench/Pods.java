package io.coxswain.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.nio.charset.StandardCharsets;

/** Pods of 3.5 KB, typical of a training job. */
final class Pods {
  static final int BYTES = 3500;

  private Pods() {}

  static byte[] pod(String name, String node) {
    ObjectNode pod = Json.MAPPER.createObjectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata").put("name", name);
    metadata.putObject("labels").put("app", "bench").put("job-name", "bench-worker");
    metadata.putObject("annotations").put("bench/time", "0");
    ObjectNode spec = pod.putObject("spec");
    spec.put("automountServiceAccountToken", false);
    if (!node.isEmpty()) {
      spec.put("nodeName", node);
    }
    ObjectNode container = spec.putArray("containers").addObject();
    container.put("name", "worker").put("image", "registry.example/train:1");
    container.putObject("resources").putObject("requests").put("cpu", "1").put("memory", "1Gi");
    var env = container.putArray("env");
    for (int i = 0; i < 24; i++) {
      env.addObject()
          .put("name", "PET_SETTING_" + i)
          .put("value", "some value of a setting that a launcher passes on " + i);
    }
    int missing = BYTES - Json.bytes(pod).length - 40;
    env.addObject().put("name", "PET_PADDING").put("value", "x".repeat(Math.max(1, missing)));
    return Json.bytes(pod);
  }

  static byte[] status(int number) {
    return ("{\"status\":{\"phase\":\"Running\",\"message\":\"step " + number + "\"}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  static byte[] apply(String name, int number) {
    return ("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\""
            + name
            + "\",\"annotations\":{\"bench/applied\":\""
            + number
            + "\"}}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** A patch that contains its send time. */
  static byte[] stamp(long nanos) {
    return ("{\"metadata\":{\"annotations\":{\"bench/time\":\"" + nanos + "\"}}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  static byte[] configMap(String name) {
    return ("{\"metadata\":{\"name\":\"" + name + "\",\"annotations\":{\"bench/time\":\"0\"}}}")
        .getBytes(StandardCharsets.UTF_8);
  }
}
