package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import java.util.Map;
import java.util.Optional;

/** In-tree volume plugins that CSI drivers have replaced. */
public final class MigratedPlugins {
  private static final Map<String, String> DRIVERS =
      Map.of(
          "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
          "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
          "kubernetes.io/cinder", "cinder.csi.openstack.org",
          "kubernetes.io/azure-disk", "disk.csi.azure.com",
          "kubernetes.io/azure-file", "file.csi.azure.com",
          "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com",
          "kubernetes.io/portworx-volume", "pxd.portworx.com");

  private MigratedPlugins() {}

  /** The CSI driver that replaces an in-tree plugin. */
  public static Optional<String> driver(String plugin) {
    return Optional.ofNullable(DRIVERS.get(plugin));
  }

  /** The replaced in-tree plugin that a volume names as its source. */
  public static Optional<String> of(PersistentVolume volume) {
    PersistentVolumeSpec spec = volume.getSpec();
    if (spec.getAwsElasticBlockStore() != null) {
      return Optional.of("kubernetes.io/aws-ebs");
    }
    if (spec.getGcePersistentDisk() != null) {
      return Optional.of("kubernetes.io/gce-pd");
    }
    if (spec.getCinder() != null) {
      return Optional.of("kubernetes.io/cinder");
    }
    if (spec.getAzureDisk() != null) {
      return Optional.of("kubernetes.io/azure-disk");
    }
    if (spec.getAzureFile() != null) {
      return Optional.of("kubernetes.io/azure-file");
    }
    if (spec.getVsphereVolume() != null) {
      return Optional.of("kubernetes.io/vsphere-volume");
    }
    return spec.getPortworxVolume() != null
        ? Optional.of("kubernetes.io/portworx-volume")
        : Optional.empty();
  }
}
