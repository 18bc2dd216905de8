package io.coxswain.trainer;

import io.coxswain.api.Json;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The runtimes that come with the program. */
public final class ShippedRuntimes {
  private static final List<String> NAMES =
      List.of(
          "deepspeed-distributed",
          "jax-distributed",
          "mlx-distributed",
          "plain",
          "torch-distributed",
          "torch-distributed-with-cache",
          "torchtune-llama3.2-1b",
          "torchtune-llama3.2-3b",
          "torchtune-qwen2.5-1.5b",
          "xgboost-distributed");

  private ShippedRuntimes() {}

  /** All of them, by name. */
  public static List<ClusterTrainingRuntime> all() {
    var runtimes = new ArrayList<ClusterTrainingRuntime>();
    NAMES.forEach(name -> runtimes.add(load(name)));
    return runtimes;
  }

  /** All of them as they are written, in YAML, by name. */
  public static SortedMap<String, byte[]> texts() {
    var texts = new TreeMap<String, byte[]>();
    NAMES.forEach(name -> texts.put(name, text(name)));
    return texts;
  }

  private static ClusterTrainingRuntime load(String name) {
    try {
      return Json.yamlMapper().readValue(text(name), ClusterTrainingRuntime.class);
    } catch (IOException e) {
      throw new UncheckedIOException("failed to read the runtime " + name, e);
    }
  }

  private static byte[] text(String name) {
    String resource = "runtimes/" + name + ".yaml";
    try (InputStream yaml = ShippedRuntimes.class.getResourceAsStream(resource)) {
      if (yaml == null) {
        throw new IllegalStateException("resource " + resource + " is missing");
      }
      return yaml.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("failed to read " + resource, e);
    }
  }
}
