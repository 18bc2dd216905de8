package io.coxswain.trainer;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.CancelledException;
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

  /**
   * Applies all of them; those that are there already and unchanged stay as they are. They are sent
   * as they are written, since a program that starts has not yet learned to decode them.
   */
  public static void install(ApiTransport server) throws ApiException, CancelledException {
    String path = ResourceType.of(ClusterTrainingRuntime.class).path("");
    for (String name : NAMES) {
      try {
        ApiResponse answer =
            server.call(
                ApiRequest.of("PATCH", path + "/" + name)
                    .with("fieldManager", "coxswain-runtimes")
                    .with("force", "true")
                    .with("fieldValidation", "Strict")
                    .body("application/apply-patch+yaml", text(name)));
        if (!answer.ok()) {
          throw ApiException.of(answer.status(), answer.body());
        }
      } catch (IOException e) {
        throw ApiException.noAnswer(e);
      }
    }
  }

  private static ClusterTrainingRuntime load(String name) {
    try {
      return Json.yamlMapper().readValue(text(name), ClusterTrainingRuntime.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the runtime " + name, e);
    }
  }

  private static byte[] text(String name) {
    String resource = "runtimes/" + name + ".yaml";
    try (InputStream yaml = ShippedRuntimes.class.getResourceAsStream(resource)) {
      if (yaml == null) {
        throw new IllegalStateException("the program was built without " + resource);
      }
      return yaml.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
