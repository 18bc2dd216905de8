package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.on;

import io.coxswain.api.slurm.NodeVolume;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Labels;
import io.coxswain.slurm.values.Maintenance;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** The Job that fills the jail, the root file system that all nodes share. */
public final class PopulateJail {
  private static final String NAME = "populate-jail";
  private static final String SNAPSHOT = "jail-snapshot";

  private PopulateJail() {}

  public static Job job(ClusterValues values) {
    var asked = values.spec().getPopulateJail();
    SortedMap<String, String> labels = Labels.of(Component.POPULATE_JAIL, values.names().cluster());
    var volumes = new Volumes(values, Component.POPULATE_JAIL).jail();
    NodeVolume snapshot = asked.getJailSnapshotVolume();
    if (snapshot != null) {
      if (snapshot.getVolumeSourceName() == null) {
        throw new InvalidClusterException(
            "spec.populateJail.jailSnapshotVolume.volumeSourceName: must be set; a Job has no"
                + " volume claim templates");
      }
      volumes.asked(SNAPSHOT, snapshot);
    }
    return new JobBuilder()
        .withMetadata(
            Pods.metadata(values.names().populateJail(), values.names().namespace(), labels))
        .withNewSpec()
        .withParallelism(1)
        .withCompletions(1)
        .withTemplate(
            Pods.template(
                labels,
                Pods.defaultContainer(NAME),
                Pods.where(values.filter(asked.getK8sNodeFilterName()))
                    .withHostUsers(asked.getHostUsers())
                    .withRestartPolicy("Never")
                    .withPriorityClassName(Pods.orNull(asked.getPriorityClass()))
                    .withImagePullSecrets(asked.getImagePullSecrets())
                    .withVolumes(volumes.all())
                    .withContainers(container(values, snapshot != null))
                    .build()))
        .endSpec()
        .build();
  }

  private static Container container(ClusterValues values, boolean snapshot) {
    var asked = values.spec().getPopulateJail();
    boolean overwrite =
        on(asked.getOverwrite())
            || values.maintenance() == Maintenance.DOWNSCALE_AND_OVERWRITE_POPULATE_JAIL;
    var mounts = new ArrayList<VolumeMount>(List.of(Mounts.jail()));
    if (snapshot) {
      mounts.add(Mounts.at(SNAPSHOT, "/jail"));
    }
    return new ContainerBuilder()
        .withName(NAME)
        .withImage(asked.getImage())
        .withImagePullPolicy(asked.getImagePullPolicy())
        .withEnv(Containers.env("OVERWRITE", overwrite ? "1" : "0"))
        .withSecurityContext(
            Containers.security(asked.getAppArmorProfile(), Containers.SYS_ADMIN, "SETFCAP"))
        .withVolumeMounts(mounts)
        .build();
  }
}
