package io.coxswain.cli.train;

import io.coxswain.api.ApiException;
import io.coxswain.api.CustomObject;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.trainer.TrainJobPreview;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses a TrainJob that its runtime could not run, before it is created: the trainer's webhook
 * would too, but it does not know the line in the file.
 */
final class RuntimeCheck {
  private static final Pattern FIRST_PATH = Pattern.compile("^\\[?([a-z][\\w.\\[\\]]*): ");

  private final Client client;

  RuntimeCheck(Client client) {
    this.client = client;
  }

  void check(Manifest.Document document, String namespace) throws ManifestException, ApiException {
    TrainJob job;
    try {
      job = Json.convert(document.object(), TrainJob.class);
    } catch (IllegalArgumentException e) {
      return; // a field of the wrong type, which the server says better
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
    try {
      var _ = TrainJobPreview.of(job, runtime.get(), Env.production().entropy());
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      Matcher path = FIRST_PATH.matcher(message);
      throw new ManifestException(
          document.place(path.find() ? path.group(1) : "spec") + ": " + message);
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
