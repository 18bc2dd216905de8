package io.coxswain.trainer;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.runtime.client.Client;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

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

  /** Applies all of them; those that are there already and unchanged stay as they are. */
  public static void install(Client client) throws ApiException {
    Client owner = client.fieldOwner("coxswain-runtimes");
    for (ClusterTrainingRuntime runtime : all()) {
      owner.apply(runtime);
    }
  }

  private static ClusterTrainingRuntime load(String name) {
    String resource = "runtimes/" + name + ".yaml";
    try (InputStream yaml = ShippedRuntimes.class.getResourceAsStream(resource)) {
      if (yaml == null) {
        throw new IllegalStateException("the program was built without " + resource);
      }
      return Json.yamlMapper().readValue(yaml, ClusterTrainingRuntime.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
