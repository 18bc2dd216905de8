package io.coxswain.slurm.operator;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.ApiRequest;
import io.coxswain.evidence.TestData;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The sample manifests of {@code testdata/slurm}, as a user would create them. */
final class Samples {
  private Samples() {}

  /** The documents of a file. */
  static List<JsonNode> read(String name) throws IOException {
    Path file = TestData.path("slurm", name);
    var documents = new ArrayList<JsonNode>();
    try (var values =
        Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(Files.readString(file))) {
      values.forEachRemaining(documents::add);
    }
    return documents;
  }

  /** Creates the objects of a file just as they are written. */
  static void create(World world, String name) throws Exception {
    for (JsonNode document : read(name)) {
      create(world, document);
    }
  }

  static void create(World world, JsonNode document) throws Exception {
    world
        .objects()
        .call(
            ApiRequest.of(
                    "POST",
                    ResourceType.of(kind(document.path("kind").asText()))
                        .path(document.path("metadata").path("namespace").asText("")))
                .body("application/json", Json.bytes(document)));
  }

  static void create(World world, String kind, String yaml) throws Exception {
    create(world, Json.yamlMapper().readTree(yaml));
  }

  private static Class<? extends HasMetadata> kind(String name) {
    return switch (name) {
      case "SlurmCluster" -> SlurmCluster.class;
      case "NodeSet" -> NodeSet.class;
      case "NodeSetPowerState" -> NodeSetPowerState.class;
      default -> throw new IllegalArgumentException(name);
    };
  }
}
