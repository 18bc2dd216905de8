package io.coxswain.kube.volumebinder;

import io.coxswain.env.Entropy;
import io.coxswain.env.Files;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Volumes in directories of the host, for tests and single-node clusters. */
final class HostPathVolumes {
  private static final Path ROOT = Path.of("/tmp");
  private static final Path MADE = ROOT.resolve("hostpath_pv");

  private final Files files;
  private final Entropy entropy;

  HostPathVolumes(Files files, Entropy entropy) {
    this.files = files;
    this.entropy = entropy;
  }

  /** Creates a directory and the volume for it. */
  PersistentVolume provision(PersistentVolumeClaim claim, StorageClass storageClass)
      throws IOException {
    if ("Block".equals(claim.getSpec().getVolumeMode())) {
      throw new IOException(Plugins.HOST_PATH + " does not support block volume provisioning");
    }
    Path path = MADE.resolve(entropy.uuid().toString());
    files.createDirectories(path);
    List<String> modes = claim.getSpec().getAccessModes();
    Map<String, Quantity> requests = claim.getSpec().getResources().getRequests();
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .addToAnnotations("kubernetes.io/createdby", "hostpath-dynamic-provisioner")
        .endMetadata()
        .withNewSpec()
        .withPersistentVolumeReclaimPolicy(
            Objects.requireNonNullElse(storageClass.getReclaimPolicy(), "Delete"))
        .withAccessModes(modes == null || modes.isEmpty() ? List.of("ReadWriteOnce") : modes)
        .withCapacity(Map.of("storage", requests.get("storage")))
        .withNewHostPath()
        .withPath(path.toString())
        .endHostPath()
        .endSpec()
        .build();
  }

  /** Deletes the directory of a volume, if it is below the allowed path. */
  void delete(PersistentVolume volume) throws IOException {
    String path = volume.getSpec().getHostPath().getPath();
    Path directory = Path.of(path).normalize();
    if (!directory.startsWith(ROOT) || directory.equals(ROOT)) {
      throw new IOException(
          "host_path deleter only supports /tmp/.+ but received provided " + path);
    }
    files.delete(directory);
  }
}
