package io.coxswain.trainer.runtime;

import io.coxswain.api.ApiException;
import io.coxswain.api.CustomObject;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.RuntimeRef;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.client.Client;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The kinds of runtime that a job may refer to, by {@code <Kind>.<group>}. */
public final class RuntimeRegistry {
  private static final Map<String, RuntimeKind> KINDS = new TreeMap<>();

  static {
    add(
        TrainingRuntime.class,
        "TrainingRuntime specified in TrainJob is not found: ",
        (client, job) ->
            client.get(TrainingRuntime.class, ObjectKey.of(job).sibling(name(job))).map(r -> r));
    add(
        ClusterTrainingRuntime.class,
        "not found ClusterTrainingRuntime specified in TrainJob: ",
        (client, job) ->
            client.get(ClusterTrainingRuntime.class, ObjectKey.of(name(job))).map(r -> r));
  }

  private RuntimeRegistry() {}

  /** One kind of runtime. */
  public record RuntimeKind(ResourceType type, String notFound, Lookup lookup) {

    /** The runtime that the job refers to, as it is now. */
    public Optional<CustomObject<TrainingRuntimeSpec, Void>> find(Client client, TrainJob job)
        throws ApiException {
      return lookup.find(client, job);
    }

    /** What to say when there is none. */
    public String notFound(TrainJob job) {
      return "%s%s.%s \"%s\" not found".formatted(notFound, type.kind(), type.group(), name(job));
    }
  }

  /** How a runtime of one kind is found. */
  @FunctionalInterface
  interface Lookup {
    Optional<CustomObject<TrainingRuntimeSpec, Void>> find(Client client, TrainJob job)
        throws ApiException;
  }

  /** The kind that the job refers to, if it is one of ours. */
  public static Optional<RuntimeKind> kindOf(TrainJob job) {
    return Optional.ofNullable(KINDS.get(key(job.getSpec().getRuntimeRef())));
  }

  /**
   * An empty group leaves just the kind. An absent part means what the server would fill in: jobs
   * that never met one, such as those of a preview, are read the same way.
   */
  public static String key(RuntimeRef ref) {
    ResourceType usual = ResourceType.of(ClusterTrainingRuntime.class);
    String kind = Objects.requireNonNullElse(ref.getKind(), usual.kind());
    String group = Objects.requireNonNullElse(ref.getApiGroup(), usual.group());
    return group.isEmpty() ? kind : kind + "." + group;
  }

  private static void add(
      Class<? extends CustomObject<TrainingRuntimeSpec, Void>> type,
      String notFound,
      Lookup lookup) {
    ResourceType resource = ResourceType.of(type);
    KINDS.put(
        resource.kind() + "." + resource.group(), new RuntimeKind(resource, notFound, lookup));
  }

  private static String name(TrainJob job) {
    return job.getSpec().getRuntimeRef().getName();
  }
}
