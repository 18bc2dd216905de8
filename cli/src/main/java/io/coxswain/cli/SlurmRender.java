package io.coxswain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.cli.train.Manifest;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import io.coxswain.slurm.render.ClusterPreview;
import io.coxswain.slurm.render.NodeConfiguratorRender;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/**
 * The objects that the SlurmClusters and NodeConfigurators of a file lead to. The objects are first
 * sent to a server of our own, which rejects what any server would.
 */
final class SlurmRender {
  private static final String GROUP = "slurm.nebius.ai/";

  private final Env env;
  private final Platform platform;
  private final List<HasMetadata> objects = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  SlurmRender(Env env, Platform platform) {
    this.env = env;
    this.platform = platform;
  }

  static boolean concerns(Manifest manifest) {
    return manifest.documents().stream()
        .anyMatch(
            document ->
                document.apiVersion().startsWith(GROUP)
                    && (document.kind().equals("SlurmCluster")
                        || document.kind().equals("NodeConfigurator")));
  }

  /** All objects, in the order in which they would be written. */
  List<HasMetadata> objects() {
    return objects;
  }

  /** Remarks about valid input. */
  List<String> notes() {
    return notes;
  }

  void render(Manifest manifest) {
    check(manifest);
    List<NodeSet> nodeSets = all(manifest, "NodeSet", NodeSet.class);
    for (Manifest.Document document : manifest.documents()) {
      if (document.kind().equals("SlurmCluster")) {
        render(document, manifest, nodeSets);
      } else if (document.kind().equals("NodeConfigurator")) {
        render(document);
      }
    }
    strays(manifest, nodeSets);
  }

  private void render(Manifest.Document document, Manifest manifest, List<NodeSet> nodeSets) {
    SlurmCluster cluster = Json.convert(document.object(), SlurmCluster.class);
    ClusterPreview.Result result =
        ClusterPreview.of(
            cluster,
            nodeSets,
            all(manifest, "NodeSetPowerState", NodeSetPowerState.class),
            all(manifest, "Secret", Secret.class),
            platform,
            env.entropy());
    if (!result.problems().isEmpty()) {
      throw new CommandException(
          String.join(
              System.lineSeparator(),
              result.problems().stream()
                  .map(problem -> document.place(field(problem)) + ": " + problem)
                  .toList()));
    }
    objects.addAll(result.objects());
    result.notes().forEach(note -> notes.add(document.place("spec") + ": " + note));
  }

  /** The field at the start of a problem. */
  private static String field(String problem) {
    int end = problem.indexOf(':');
    return end < 0 ? "spec" : problem.substring(0, end).split(" ", -1)[0];
  }

  private void render(Manifest.Document document) {
    NodeConfigurator configurator = Json.convert(document.object(), NodeConfigurator.class);
    try {
      objects.add(NodeConfiguratorRender.daemonSet(configurator));
    } catch (InvalidClusterException e) {
      throw new CommandException(document.place("spec") + ": " + e.getMessage());
    }
  }

  /** Reports NodeSets whose cluster is not in the file, because they are not rendered. */
  private void strays(Manifest manifest, List<NodeSet> nodeSets) {
    List<String> clusters =
        all(manifest, "SlurmCluster", SlurmCluster.class).stream()
            .map(cluster -> cluster.getMetadata().getName())
            .toList();
    for (NodeSet set : nodeSets) {
      if (!clusters.contains(ClusterValues.clusterOf(set))) {
        notes.add(
            "NodeSet \"%s\": spec.clusterName: there is no SlurmCluster \"%s\" in the file; it is left out"
                .formatted(set.getMetadata().getName(), ClusterValues.clusterOf(set)));
      }
    }
  }

  private static <T> List<T> all(Manifest manifest, String kind, Class<T> type) {
    return manifest.documents().stream()
        .filter(document -> document.kind().equals(kind))
        .map(document -> Json.convert(document.object(), type))
        .toList();
  }

  /** Rejects objects that the CRDs do not allow. */
  private void check(Manifest manifest) {
    try (var server = ApiServer.create(env)) {
      ApiTransport api = server.transport("render", List.of("system:masters"));
      String definitions = ResourceType.of(CustomResourceDefinition.class).path("");
      for (ObjectNode definition : Crds.slurm()) {
        call(api, ApiRequest.of("POST", definitions), definition);
      }
      for (Manifest.Document document : manifest.documents()) {
        if (document.apiVersion().startsWith(GROUP)) {
          check(api, document);
        }
      }
    } catch (IOException | ApiException e) {
      throw new CommandException("failed to validate " + manifest.file() + ": " + e.getMessage());
    }
  }

  private static void check(ApiTransport api, Manifest.Document document) throws IOException {
    String plural =
        Crds.kinds().stream()
            .map(ResourceType::of)
            .filter(type -> type.kind().equals(document.kind()))
            .filter(type -> type.apiVersion().equals(document.apiVersion()))
            .map(ResourceType::plural)
            .findFirst()
            .orElseThrow(
                () ->
                    new CommandException(
                        "%s: no matches for kind \"%s\" in version \"%s\""
                            .formatted(
                                document.place("kind"), document.kind(), document.apiVersion())));
    ObjectNode object = document.object().deepCopy();
    ((ObjectNode) object.path("metadata")).remove("namespace");
    try {
      call(
          api,
          ApiRequest.of("POST", "/apis/" + document.apiVersion() + "/namespaces/default/" + plural)
              .with("dryRun", "All")
              .with("fieldValidation", "Strict"),
          object);
    } catch (ApiException e) {
      throw new CommandException(explain(document, e));
    }
  }

  private static String explain(Manifest.Document document, ApiException refused) {
    var status = refused.status();
    List<StatusCause> causes =
        status.getDetails() == null ? List.of() : status.getDetails().getCauses();
    if (causes.isEmpty()) {
      return document.place("spec") + ": " + refused.getMessage();
    }
    return String.join(
        System.lineSeparator(),
        causes.stream()
            .map(
                cause ->
                    document.place(String.valueOf(cause.getField()))
                        + ": "
                        + cause.getField()
                        + ": "
                        + cause.getMessage())
            .toList());
  }

  private static void call(ApiTransport api, ApiRequest request, JsonNode body)
      throws IOException, ApiException {
    ApiResponse answer = api.call(request.body("application/json", Json.bytes(body)));
    if (!answer.ok()) {
      throw ApiException.of(answer.status(), answer.body());
    }
  }

  /**
   * Finds one rendered file by its name or, if several have it, by its object's name and its own:
   * {@code gpu-login-security-limits/limits.conf}.
   */
  String file(String name) {
    SequencedMap<String, String> files =
        new ClusterPreview.Result(objects, List.of(), List.of()).files();
    List<String> found =
        files.sequencedKeySet().stream()
            .filter(path -> path.equals(name) || path.endsWith("/" + name))
            .toList();
    if (found.isEmpty()) {
      throw new CommandException(
          "--config: no file named \""
              + name
              + "\"; available files:\n  "
              + String.join("\n  ", files.keySet()));
    }
    if (found.stream().map(files::get).distinct().count() > 1) {
      throw new CommandException(
          "--config: \""
              + name
              + "\" is ambiguous; specify one of:\n  "
              + String.join("\n  ", found));
    }
    return String.valueOf(files.get(found.getFirst()));
  }
}
