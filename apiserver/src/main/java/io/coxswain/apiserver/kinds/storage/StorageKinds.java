package io.coxswain.apiserver.kinds.storage;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Generation;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.MetadataChecks;
import io.coxswain.apiserver.kinds.RuledStrategy;
import java.util.List;

/** The table of storage kinds. */
public final class StorageKinds {
  private static final String GROUP = "storage.k8s.io";

  private StorageKinds() {}

  public static List<KindBuilder> all() {
    return List.of(
        namespaced("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims")
            .shortNames("pvc")
            .status()
            .returnedByDelete()
            .strategy(new ClaimStrategy()),
        cluster("", "v1", "PersistentVolume", "persistentvolumes")
            .shortNames("pv")
            .status()
            .returnedByDelete()
            .metadataChecks(MetadataChecks.WHOLE_TWICE)
            .strategy(new VolumeStrategy()),
        cluster(GROUP, "v1", "CSIDriver", "csidrivers")
            .generation(Generation.SPEC_CHANGES)
            .updatedOnlyAtRevision()
            .returnedByDelete()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(
                RuledStrategy.of(DriverRules::defaults)
                    .rules(DriverRules::driver)
                    .steps(DriverRules::driverStep)),
        cluster(GROUP, "v1", "CSINode", "csinodes")
            .updatedOnlyAtRevision()
            .returnedByDelete()
            .metadataChecks(MetadataChecks.WHOLE_TWICE)
            .strategy(
                RuledStrategy.of(StorageKinds::nodeDefaults)
                    .rules(DriverRules::node)
                    .steps(DriverRules::nodeStep)),
        namespaced(GROUP, "v1", "CSIStorageCapacity", "csistoragecapacities")
            .updatedOnlyAtRevision()
            .strategy(
                RuledStrategy.of(object -> {})
                    .rules(StorageClassRules::capacity)
                    .stepsOnly(StorageClassRules::capacityStep)),
        cluster(GROUP, "v1", "StorageClass", "storageclasses")
            .shortNames("sc")
            .returnedByDelete()
            .strategy(
                RuledStrategy.of(StorageClassRules::storageDefaults)
                    .rules(StorageClassRules::storage)
                    .steps(StorageClassRules::storageStep)),
        cluster(GROUP, "v1", "VolumeAttachment", "volumeattachments")
            .status()
            .updatedOnlyAtRevision()
            .returnedByDelete()
            .metadataChecks(MetadataChecks.WHOLE.withoutStatus())
            .unownedByStatus("spec", "metadata")
            .strategy(
                RuledStrategy.of(
                        object -> {
                          Meta.child(object, "spec");
                          Meta.child(object, "status");
                        })
                    .rules(DriverRules::newAttachment)
                    .statusSteps((attachment, before) -> DriverRules.attachmentStatus(attachment))
                    .stepsOnly(
                        (attachment, before) -> {
                          DriverRules.attachment(attachment);
                          DriverRules.attachmentStep(attachment, before);
                        })),
        cluster(GROUP, "v1", "VolumeAttributesClass", "volumeattributesclasses")
            .shortNames("vac")
            .returnedByDelete()
            .strategy(
                RuledStrategy.of(object -> {})
                    .rules(StorageClassRules::attributes)
                    .steps(StorageClassRules::attributesStep)));
  }

  private static void nodeDefaults(ObjectNode node) {
    ObjectNode spec = Meta.child(node, "spec");
    if (!spec.has("drivers")) {
      spec.putNull("drivers");
    }
  }
}
