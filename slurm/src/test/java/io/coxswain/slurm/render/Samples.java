package io.coxswain.slurm.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.evidence.TestData;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The sample manifests of {@code testdata/slurm}, as typed objects. */
public final class Samples {
  private Samples() {}

  public static SlurmCluster minimal() {
    return read("slurmcluster-minimal.yaml", "SlurmCluster", SlurmCluster.class).getFirst();
  }

  public static SlurmCluster full() {
    return read("slurmcluster-full.yaml", "SlurmCluster", SlurmCluster.class).getFirst();
  }

  /** {@code h100} and {@code burst}, of the full cluster. */
  public static List<NodeSet> nodeSets() {
    return read("nodesets.yaml", "NodeSet", NodeSet.class);
  }

  public static NodeSet h100() {
    return nodeSets().getFirst();
  }

  public static NodeSet burst() {
    return nodeSets().getLast();
  }

  public static List<NodeSetPowerState> powerStates() {
    return read("nodesets.yaml", "NodeSetPowerState", NodeSetPowerState.class);
  }

  /** The values of a cluster after a change. */
  static ClusterValues values(
      SlurmCluster cluster, Consumer<SlurmCluster> change, NodeSet... nodeSets) {
    change.accept(cluster);
    return ClusterValues.of(cluster, List.of(nodeSets), Platform.FULL);
  }

  public static <T extends HasMetadata> List<T> read(String file, String kind, Class<T> type) {
    Path path = TestData.path("slurm", file);
    var found = new ArrayList<T>();
    try (var documents =
        Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(path.toFile())) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        if (document.path("kind").asText().equals(kind)) {
          found.add(Json.convert(document, type));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
