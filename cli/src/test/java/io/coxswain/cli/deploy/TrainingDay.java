package io.coxswain.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.cli.training.Cluster;
import io.coxswain.sim.World;
import io.coxswain.trainer.ShippedRuntimes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A script in which JobSet and Trainer have to do everything that they can. */
final class TrainingDay {
  private TrainingDay() {}

  static void pass(World world) throws Exception {
    for (int i = 0; i < 6; i++) {
      world.objects().create(Cluster.pooled(i, 2));
    }
    world.run(Duration.ofMinutes(1)); // until certificates and webhooks are there
    for (ObjectNode object : objects("jobs.yaml")) {
      Cluster.create(world, object);
      String kind = object.path("kind").asText();
      if (kind.equals("JobSet") || kind.equals("TrainJob")) {
        end(world, object);
      }
    }
    for (var runtime : ShippedRuntimes.all()) {
      String name = runtime.getMetadata().getName();
      boolean tune = name.startsWith("torchtune");
      ObjectNode job =
          Cluster.yaml(
              """
              apiVersion: trainer.kubeflow.org/v1alpha1
              kind: TrainJob
              metadata: {name: on-%s, namespace: default}
              spec:
                runtimeRef: {name: %s}
                trainer: {numNodes: %d, command: %s}
              """
                  .formatted(
                      name.replace('.', '-'),
                      name,
                      tune ? 1 : 2,
                      tune ? "[tune, run]" : "[train]"));
      Cluster.create(world, job);
      end(world, job);
    }
  }

  private static void end(World world, ObjectNode job) throws Exception {
    if (job.at("/spec/suspend").asBoolean()) {
      Cluster.awaitCondition(world, job, "Suspended", "True");
      Cluster.merge(world, job, "{\"spec\": {\"suspend\": false}}");
    }
    if (job.at("/metadata/annotations/again").asBoolean()) {
      world.run(Duration.ofSeconds(3)); // until it has started
      Cluster.merge(world, job, "{\"spec\": {\"suspend\": true}}");
      Cluster.awaitCondition(world, job, "Suspended", "True");
      Cluster.merge(world, job, "{\"spec\": {\"suspend\": false}}");
    }
    if (job.at("/spec/ttlSecondsAfterFinished").asInt() > 0) {
      world.await("it is gone", () -> !Cluster.exists(world, job));
      return;
    }
    String end = job.path("kind").asText().equals("JobSet") ? "Completed" : "Complete";
    boolean fails = job.at("/metadata/annotations/fails").asBoolean();
    Cluster.awaitCondition(world, job, fails ? "Failed" : end, "True");
    Cluster.delete(world, job);
  }

  private static List<ObjectNode> objects(String resource) {
    var objects = new ArrayList<ObjectNode>();
    try (InputStream in =
            Objects.requireNonNull(TrainingDay.class.getResourceAsStream(resource), resource);
        var documents = Json.yamlMapper().readerFor(JsonNode.class).<JsonNode>readValues(in)) {
      while (documents.hasNextValue()) {
        objects.add((ObjectNode) documents.nextValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return objects;
  }
}
