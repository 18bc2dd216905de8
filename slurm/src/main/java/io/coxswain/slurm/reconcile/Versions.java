package io.coxswain.slurm.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The annotation {@code versions}: which version of each object that a workload depends on it was
 * last written for. It stands on the object and on its pod template, so a change restarts the pods.
 */
public final class Versions {
  public static final String ANNOTATION = "versions";

  /** Where the kinds that have pods keep their pod template. */
  private static final Map<String, List<String>> TEMPLATES =
      Map.of(
          "StatefulSet", List.of("spec", "template"),
          "Deployment", List.of("spec", "template"),
          "Job", List.of("spec", "template"),
          "CronJob", List.of("spec", "jobTemplate", "spec", "template"));

  private Versions() {}

  /** Adds the versions of the dependencies to the object, as the server stored them. */
  static void write(ObjectNode object, Collection<? extends HasMetadata> dependencies) {
    if (dependencies.isEmpty()) {
      return;
    }
    annotate(object, dependencies);
    List<String> path = TEMPLATES.get(object.path("kind").asText());
    if (path == null) {
      return;
    }
    ObjectNode template = object;
    for (String name : path) {
      template = child(template, name);
    }
    annotate(template, dependencies);
  }

  private static void annotate(ObjectNode object, Collection<? extends HasMetadata> dependencies) {
    SortedMap<String, String> versions = read(object);
    for (HasMetadata each : dependencies) {
      versions.put(
          each.getMetadata().getNamespace() + "." + each.getMetadata().getName(),
          each.getMetadata().getResourceVersion());
    }
    child(child(object, "metadata"), "annotations").put(ANNOTATION, text(versions));
  }

  private static ObjectNode child(ObjectNode parent, String name) {
    return parent.get(name) instanceof ObjectNode there ? there : parent.putObject(name);
  }

  private static String text(SortedMap<String, String> versions) {
    var lines = new StringBuilder();
    versions.forEach(
        (name, version) ->
            lines
                .append(lines.isEmpty() ? "" : "\n")
                .append(name)
                .append(": \"")
                .append(version)
                .append('"'));
    return lines.toString();
  }

  /** Empty without the annotation, or with a malformed one. */
  static SortedMap<String, String> read(JsonNode object) {
    var versions = new TreeMap<String, String>();
    object
        .path("metadata")
        .path("annotations")
        .path(ANNOTATION)
        .asText("")
        .lines()
        .forEach(
            line -> {
              int colon = line.indexOf(": ");
              if (colon > 0) {
                String value = line.substring(colon + 2).strip();
                boolean quoted =
                    value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
                versions.put(
                    line.substring(0, colon).strip(),
                    quoted ? value.substring(1, value.length() - 1) : value);
              }
            });
    return versions;
  }
}
