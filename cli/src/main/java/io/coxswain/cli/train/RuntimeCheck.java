package io.coxswain.cli.train;

import io.coxswain.api.ApiException;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.trainer.TrainJobPreview;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rejects a TrainJob that its runtime cannot run before it is created: Trainer's webhook would too,
 * but it does not know the line in the file.
 */
final class RuntimeCheck {
  private static final Pattern FIRST_PATH = Pattern.compile("^\\[?([a-z][\\w.\\[\\]]*): ");

  /** The maximum length of a DNS label: pod names are host names. */
  private static final int MAX_NAME_LENGTH = 63;

  private final Client client;

  RuntimeCheck(Client client) {
    this.client = client;
  }

  void check(Manifest.Document document, String namespace) throws ManifestException, ApiException {
    TrainJob job;
    try {
      job = Json.convert(document.object(), TrainJob.class);
    } catch (IllegalArgumentException e) {
      return; // a field of the wrong type, for which the server has a better message
    }
    if (job.getSpec() == null
        || job.getSpec().getRuntimeRef() == null
        || job.getSpec().getRuntimeRef().getName() == null) {
      throw new ManifestException(
          document.place("spec.runtimeRef.name") + ": spec.runtimeRef.name: Required value");
    }
    String name = job.getSpec().getRuntimeRef().getName();
    boolean namespaced = "TrainingRuntime".equals(job.getSpec().getRuntimeRef().getKind());
    Optional<? extends CustomObject<TrainingRuntimeSpec, Void>> runtime =
        namespaced
            ? client.get(TrainingRuntime.class, ObjectKey.of(namespace, name))
            : client.get(ClusterTrainingRuntime.class, ObjectKey.of(name));
    if (runtime.isEmpty()) {
      throw new ManifestException(
          "%s: spec.runtimeRef.name: there is no %s \"%s\"; there are: %s"
              .formatted(
                  document.place("spec.runtimeRef.name"),
                  namespaced ? "TrainingRuntime" : "ClusterTrainingRuntime",
                  name,
                  String.join(", ", names(namespaced, namespace))));
    }
    List<HasMetadata> becomes;
    try {
      becomes = TrainJobPreview.of(job, runtime.get(), Env.production().entropy());
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      Matcher path = FIRST_PATH.matcher(message);
      throw new ManifestException(
          document.place(path.find() ? path.group(1) : "spec") + ": " + message);
    }
    for (HasMetadata object : becomes) {
      if (object instanceof JobSet jobSet) {
        check(document, jobSet);
      }
    }
  }

  /** Checks what JobSet's webhook would reject only later, or nothing would. */
  private static void check(Manifest.Document document, JobSet jobSet) throws ManifestException {
    int pods = 0;
    for (ReplicatedJob job : jobSet.getSpec().getReplicatedJobs()) {
      int replicas = job.getReplicas() == null ? 1 : job.getReplicas();
      Integer parallelism = job.getTemplate().getSpec().getParallelism();
      int parallel = parallelism == null ? 1 : parallelism;
      pods += replicas * parallel;
      String longest =
          "%s-%s-%d-%d-abcde"
              .formatted(
                  jobSet.getMetadata().getName(),
                  job.getName(),
                  Math.max(0, replicas - 1),
                  Math.max(0, parallel - 1));
      if (longest.length() > MAX_NAME_LENGTH) {
        throw new ManifestException(
            "%s: metadata.name: is too long by %d: pods would be called \"%s\", and a name has at most %d characters"
                .formatted(
                    document.place("metadata.name"),
                    longest.length() - MAX_NAME_LENGTH,
                    longest,
                    MAX_NAME_LENGTH));
      }
    }
    if (pods == 0) {
      throw new ManifestException(
          document.place("spec.trainer.numNodes")
              + ": spec.trainer.numNodes: with no nodes nothing would be trained; want 1 or more");
    }
  }

  private List<String> names(boolean namespaced, String namespace) throws ApiException {
    return namespaced
        ? client.list(TrainingRuntime.class).in(namespace).keys().stream()
            .map(ObjectKey::name)
            .toList()
        : client.list(ClusterTrainingRuntime.class).keys().stream().map(ObjectKey::name).toList();
  }
}
