package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.FCVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.Optional;

/** The unique names of volumes, from their sources; empty if nothing has to be attached. */
public final class VolumeSources {
  private static final String UNSPECIFIED = "UNSPECIFIED";

  private VolumeSources() {}

  /** Of a volume that a pod names without a claim. */
  public static Optional<String> of(Volume volume) {
    if (volume.getFc() != null) {
      return Optional.of(fibreChannel(volume.getFc()));
    }
    return volume.getIscsi() == null
        ? Optional.empty()
        : Optional.of(
            iscsi(
                volume.getIscsi().getTargetPortal(),
                volume.getIscsi().getIqn(),
                volume.getIscsi().getLun()));
  }

  /** Of a PersistentVolume. */
  public static Optional<String> of(PersistentVolume volume) {
    PersistentVolumeSpec spec = volume.getSpec();
    if (spec.getFc() != null) {
      return Optional.of(fibreChannel(spec.getFc()));
    }
    if (spec.getIscsi() != null) {
      return Optional.of(
          iscsi(
              spec.getIscsi().getTargetPortal(),
              spec.getIscsi().getIqn(),
              spec.getIscsi().getLun()));
    }
    return csi(volume).map(CsiName::unique);
  }

  /** The driver and handle of a volume, also if it names a replaced in-tree plugin. */
  public static Optional<CsiName> csi(PersistentVolume volume) {
    PersistentVolumeSpec spec = volume.getSpec();
    if (spec.getCsi() != null) {
      return Optional.of(new CsiName(spec.getCsi().getDriver(), spec.getCsi().getVolumeHandle()));
    }
    return MigratedPlugins.of(volume)
        .flatMap(MigratedPlugins::driver)
        .flatMap(driver -> handle(volume).map(handle -> new CsiName(driver, handle)));
  }

  private static Optional<String> handle(PersistentVolume volume) {
    PersistentVolumeSpec spec = volume.getSpec();
    if (spec.getAwsElasticBlockStore() != null) {
      String id = spec.getAwsElasticBlockStore().getVolumeID();
      return Optional.of(id.substring(id.lastIndexOf('/') + 1));
    }
    if (spec.getGcePersistentDisk() != null) {
      return googleDisk(volume, spec.getGcePersistentDisk().getPdName());
    }
    if (spec.getCinder() != null) {
      return Optional.of(spec.getCinder().getVolumeID());
    }
    if (spec.getAzureDisk() != null) {
      return Optional.of(spec.getAzureDisk().getDiskURI());
    }
    if (spec.getVsphereVolume() != null) {
      return Optional.of(spec.getVsphereVolume().getVolumePath());
    }
    return spec.getPortworxVolume() != null
        ? Optional.of(spec.getPortworxVolume().getVolumeID())
        : Optional.empty();
  }

  /** A disk in several zones belongs to their region. */
  private static Optional<String> googleDisk(PersistentVolume volume, String name) {
    String zone =
        volume.getMetadata().getLabels() == null
            ? ""
            : volume
                .getMetadata()
                .getLabels()
                .getOrDefault(
                    "topology.kubernetes.io/zone",
                    volume
                        .getMetadata()
                        .getLabels()
                        .getOrDefault("failure-domain.beta.kubernetes.io/zone", ""));
    String[] zones = zone.split("__", -1);
    if (zone.isEmpty()) {
      return Optional.of("projects/%s/zones/%s/disks/%s".formatted(UNSPECIFIED, UNSPECIFIED, name));
    }
    if (zones.length == 1) {
      return Optional.of("projects/%s/zones/%s/disks/%s".formatted(UNSPECIFIED, zone, name));
    }
    int end = zones[0].lastIndexOf('-');
    return end < 0
        ? Optional.empty()
        : Optional.of(
            "projects/%s/regions/%s/disks/%s"
                .formatted(UNSPECIFIED, zones[0].substring(0, end), name));
  }

  private static String fibreChannel(FCVolumeSource source) {
    List<String> targets = source.getTargetWWNs();
    if (targets != null && !targets.isEmpty() && source.getLun() != null) {
      return "kubernetes.io/fc/[" + String.join(" ", targets) + "]:" + source.getLun();
    }
    List<String> ids = source.getWwids();
    return "kubernetes.io/fc/[" + (ids == null ? "" : String.join(" ", ids)) + "]";
  }

  private static String iscsi(String portal, String target, Integer lun) {
    return "kubernetes.io/iscsi/" + portal + ":" + target + ":" + lun;
  }
}
