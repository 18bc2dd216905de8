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
import io.coxswain.runtime.client.Reader;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The kinds of runtime that a job may refer to, by {@code <Kind>.<group>}. */
public final class RuntimeRegistry {
  private static final List<RuntimeKind> KINDS =
      List.of(
          new RuntimeKind(
              TrainingRuntime.class, "TrainingRuntime specified in TrainJob is not found: "),
          new RuntimeKind(
              ClusterTrainingRuntime.class,
              "not found ClusterTrainingRuntime specified in TrainJob: "));

  private RuntimeRegistry() {}

  /**
   * One kind of runtime.
   *
   * @param notFound how the message begins when a job's runtime is missing
   */
  public record RuntimeKind(
      Class<? extends CustomObject<TrainingRuntimeSpec, Void>> type, String notFound) {

    /**
     * The runtime that the job refers to, as it is now. One that was made a moment ago, perhaps by
     * the same kubectl apply, may not be in the cache yet: then the server is asked.
     */
    public Optional<CustomObject<TrainingRuntimeSpec, Void>> find(Reader client, TrainJob job)
        throws ApiException {
      boolean namespaced = ResourceType.of(type).namespaced();
      String name = job.getSpec().getRuntimeRef().getName();
      ObjectKey key = namespaced ? ObjectKey.of(job).sibling(name) : ObjectKey.of(name);
      Optional<? extends CustomObject<TrainingRuntimeSpec, Void>> cached = client.get(type, key);
      return (cached.isPresent() ? cached : client.live().get(type, key)).map(runtime -> runtime);
    }

    /** The message if there is none. */
    public String notFound(TrainJob job) {
      String name = job.getSpec().getRuntimeRef().getName();
      return "%s%s \"%s\" not found".formatted(notFound, key(), name);
    }

    public String key() {
      ResourceType resource = ResourceType.of(type);
      return resource.kind() + "." + resource.group();
    }
  }

  /** The kind that the job refers to, if it is one of ours. */
  public static Optional<RuntimeKind> kindOf(TrainJob job) {
    String key = key(job.getSpec().getRuntimeRef());
    return KINDS.stream().filter(kind -> kind.key().equals(key)).findFirst();
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
}
