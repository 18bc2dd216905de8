package io.coxswain.trainer.plugins.trainjobstatus;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.ComponentBuilder;
import io.coxswain.trainer.framework.EnforcePodSpec;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.ReadExtension;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;
import io.coxswain.trainer.statusserver.StatusPath;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Lets the containers that train report how far they are. */
public final class TrainJobStatusPodPlugin
    implements EnforcePodSpec, ReadExtension, ComponentBuilder {
  private static final String VOLUME = "kubeflow-trainer-token";
  private static final String FOLDER = "/var/run/secrets/kubeflow/trainer";
  private static final String AUTHORITY = "ca.crt";
  private static final long TOKEN_SECONDS = 3600;

  private final TrainJobStatusEndpoint endpoint;

  public TrainJobStatusPodPlugin(TrainJobStatusEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public String name() {
    return "TrainJobStatus";
  }

  @Override
  public void enforcePodSpec(RuntimeInfo info, TrainJob job) {
    info.trainer().ifPresent(pods -> connect(pods, job));
  }

  private void connect(PodSet pods, TrainJob job) {
    Upsert.volume(pods.podSpec(), volume(job));
    for (Container container : pods.containers()) {
      Upsert.env(container, "KUBEFLOW_TRAINER_SERVER_URL", endpoint.url(job));
      Upsert.env(container, "KUBEFLOW_TRAINER_SERVER_CA_CERT", FOLDER + "/" + AUTHORITY);
      Upsert.env(container, "KUBEFLOW_TRAINER_SERVER_TOKEN", FOLDER + "/token");
      Upsert.mount(
          container,
          new VolumeMountBuilder()
              .withName(VOLUME)
              .withMountPath(FOLDER)
              .withReadOnly(true)
              .build());
    }
  }

  private static Volume volume(TrainJob job) {
    return new VolumeBuilder()
        .withName(VOLUME)
        .withNewProjected()
        .withSources(
            new VolumeProjectionBuilder()
                .withNewServiceAccountToken()
                .withAudience(StatusPath.of(ObjectKey.of(job)).audience())
                .withExpirationSeconds(TOKEN_SECONDS)
                .withPath("token")
                .endServiceAccountToken()
                .build(),
            new VolumeProjectionBuilder()
                .withNewConfigMap()
                .withName(configMap(job))
                .withItems(new KeyToPath(AUTHORITY, null, AUTHORITY))
                .endConfigMap()
                .build())
        .endProjected()
        .build();
  }

  @Override
  public List<Wanted<?>> reads(TrainJob job, TrainingRuntimeSpec runtime) {
    return List.of(new Wanted<>(Secret.class, endpoint.secret()));
  }

  @Override
  public List<HasMetadata> build(RuntimeInfo info, TrainJob job, Children seen) {
    Secret secret =
        seen.find(Secret.class, endpoint.secret())
            .orElseThrow(
                () ->
                    new BuildException(
                        "failed to look up status server tls secret: secrets \"%s\" not found"
                            .formatted(endpoint.secret().name())));
    String authority = secret.getData() == null ? null : secret.getData().get(AUTHORITY);
    if (authority == null || authority.isEmpty()) {
      throw new BuildException("failed to find status server ca.crt in tls secret");
    }
    return List.of(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(job.getMetadata().getNamespace())
            .withName(configMap(job))
            .withOwnerReferences(Owners.controlledBy(job))
            .endMetadata()
            .addToData(
                AUTHORITY,
                new String(Base64.getDecoder().decode(authority), StandardCharsets.UTF_8))
            .build());
  }

  private static String configMap(TrainJob job) {
    return job.getMetadata().getName() + "-tls-config";
  }
}
