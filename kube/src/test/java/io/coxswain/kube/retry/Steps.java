package io.coxswain.kube.retry;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.sim.Script;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** Steps of a trial, in the words of kubectl. */
final class Steps {
  private Steps() {}

  /** Creates the objects of a multi-document YAML, each with its status if it has one. */
  static Script apply(String yaml) {
    return world -> {
      for (String document : yaml.split("(?m)^---$")) {
        apply(world, document);
      }
    };
  }

  private static void apply(World world, String document) throws ApiException {
    HasMetadata object = read(document);
    if (ResourceType.of(object.getClass()).namespaced()
        && object.getMetadata().getNamespace() == null) {
      object.getMetadata().setNamespace("default");
    }
    HasMetadata made = world.objects().create(object);
    if (Json.tree(Json.bytes(object)).path("status").size() > 0) {
      object.setMetadata(made.getMetadata());
      world.objects().updateStatus(object);
    }
  }

  private static HasMetadata read(String document) {
    try {
      return (HasMetadata) Json.yamlMapper().readValue(document, KubernetesResource.class);
    } catch (IOException e) {
      throw new UncheckedIOException(document, e);
    }
  }

  /** Sends a merge patch, written in YAML. */
  static Script patch(String path, String yaml) {
    return world ->
        world
            .objects()
            .call(
                ApiRequest.of("PATCH", path)
                    .body(
                        "application/merge-patch+json",
                        Json.bytes(Json.yamlMapper().readTree(yaml))));
  }

  /** Creates a subresource, written in YAML. */
  static Script post(String path, String yaml) {
    return world ->
        world
            .objects()
            .call(
                ApiRequest.of("POST", path)
                    .body("application/json", Json.bytes(Json.yamlMapper().readTree(yaml))));
  }

  static Script delete(String path) {
    return delete(path, "Background");
  }

  static Script delete(String path, String propagation) {
    return world ->
        world.objects().call(ApiRequest.of("DELETE", path).with("propagationPolicy", propagation));
  }

  /** Edits the status of each pod, as kubelets do. */
  static Script pods(String status) {
    return world -> {
      for (Pod pod : world.objects().list(Pod.class, "default")) {
        if (pod.getMetadata().getDeletionTimestamp() == null) {
          String path = ResourceType.of(Pod.class).path(ObjectKey.of(pod)) + "/status";
          patch(path, "{status: " + status + "}").run(world);
        }
      }
    };
  }

  /** Ends the pods that are being deleted, as kubelets do. */
  static Script endDeletedPods() {
    return world -> {
      for (Pod pod : world.objects().list(Pod.class, "default")) {
        if (pod.getMetadata().getDeletionTimestamp() != null) {
          world
              .objects()
              .call(
                  ApiRequest.of("DELETE", ResourceType.of(Pod.class).path(ObjectKey.of(pod)))
                      .with("gracePeriodSeconds", "0"));
        }
      }
    };
  }

  static <T extends HasMetadata> Script edit(Class<T> type, ObjectKey key, Consumer<T> edit) {
    return world -> world.objects().edit(type, key, edit);
  }

  /** One script after the other, with nothing in between. */
  static Script all(Script... scripts) {
    return world -> {
      for (Script script : scripts) {
        script.run(world);
      }
    };
  }
}
