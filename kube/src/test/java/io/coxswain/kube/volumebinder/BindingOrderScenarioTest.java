package io.coxswain.kube.volumebinder;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.sim.FileFault;
import io.coxswain.sim.Network;
import io.coxswain.sim.retry.InterceptedApi;
import io.coxswain.sim.retry.LaggingWatches;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Another client writes a volume between the decision of the controller and its writes. */
class BindingOrderScenarioTest {
  private static final String VOLUMES = "/api/v1/persistentvolumes";

  private volatile boolean holdUp;
  private volatile boolean waiting;
  private final LaggingWatches watches = new LaggingWatches(VOLUMES);

  /** Holds up the first write of a binding, whichever object it changes. */
  private Env connect(Env env) {
    return env.withApi(
        new InterceptedApi(
            env.api(),
            request -> {
              while (holdUp
                  && !request.method().equals("GET")
                  && request.path().startsWith(VOLUMES)) {
                waiting = true;
                env.clock().sleep(Duration.ofMillis(100));
              }
              return null;
            }));
  }

  /** What another binder does: reserves the volume for a claim. */
  private static void reserve(VolumeScripts v, String volume, String claim) throws ApiException {
    PersistentVolumeClaim owner = v.claim(claim);
    v.cluster
        .world()
        .objects()
        .edit(
            PersistentVolume.class,
            ObjectKey.of(volume),
            each ->
                each.getSpec()
                    .setClaimRef(
                        new ObjectReferenceBuilder()
                            .withApiVersion("v1")
                            .withKind("PersistentVolumeClaim")
                            .withNamespace(Cluster.NAMESPACE)
                            .withName(claim)
                            .withUid(owner.getMetadata().getUid())
                            .build()));
  }

  /** Whether each volume that a claim is bound to is reserved for that claim. */
  private static boolean areVolumesOwned(VolumeScripts v) throws ApiException {
    for (PersistentVolumeClaim claim :
        v.cluster.world().objects().list(PersistentVolumeClaim.class, Cluster.NAMESPACE)) {
      if (Volumes.isBindCompleted(claim)
          && !claim
              .getMetadata()
              .getUid()
              .equals(v.volume(Volumes.volumeName(claim)).getSpec().getClaimRef().getUid())) {
        return false;
      }
    }
    return true;
  }

  @Test
  void doesNotBindAClaimToAVolumeThatAnotherClaimWasGiven() {
    VolumeScripts.with(
            "lost race",
            this::connect,
            VolumeBinderOptions.byDefault(),
            v -> {
              v.volume("v", "1Gi", "");
              v.awaitPhase("v", "Available");
              v.cluster.world().awaitSilence(Duration.ofSeconds(20));
              holdUp = true;
              v.claim("c", "1Gi", "storageClassName: s");
              v.cluster.await("the controller binds", () -> waiting);
              v.cluster
                  .world()
                  .always("claims are bound to volumes of their own", _ -> areVolumesOwned(v));
              v.claim("other", "1Gi", "storageClassName: s");
              reserve(v, "v", "other");
              holdUp = false;
              v.cluster.await("the other is bound", () -> v.areBound("other", "v"));
              v.cluster.world().run(Duration.ofMinutes(1));

              assertThat(Volumes.phase(v.claim("c"))).isEqualTo("Pending");
              assertThat(Volumes.volumeName(v.claim("c"))).isEmpty();
              v.volume("w", "1Gi", "");
              v.cluster.await("it gets another", () -> v.areBound("c", "w"));
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void writesTheVolumeBeforeTheClaim() {
    VolumeScripts.with(
            "volume first",
            VolumeBinderOptions.byDefault(),
            v -> {
              v.cluster
                  .world()
                  .always("claims are bound to volumes of their own", _ -> areVolumesOwned(v));
              v.volume("v", "1Gi", "");
              v.claim("c", "1Gi", "storageClassName: s");
              v.cluster.await("both are bound", () -> v.areBound("c", "v"));
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  void doesNotDeleteTheStorageOfAVolumeThatAnotherClaimWasGiven() {
    VolumeScripts.with(
            "reused storage",
            watches::connect,
            VolumeBinderOptions.byDefault(),
            v -> {
              v.volume("v", "1Gi", "persistentVolumeReclaimPolicy: Retain");
              v.claim("c", "1Gi", "storageClassName: s");
              v.cluster.await("both are bound", () -> v.areBound("c", "v"));
              v.deleteClaim("c");
              v.awaitPhase("v", "Released");
              v.cluster.world().awaitSilence(Duration.ofSeconds(30));
              int before = v.cluster.world().fileOperations(Cluster.KCM);

              watches.holdBackAfter(1);
              v.cluster
                  .world()
                  .objects()
                  .edit(
                      PersistentVolume.class,
                      ObjectKey.of("v"),
                      volume -> volume.getSpec().setPersistentVolumeReclaimPolicy("Delete"));
              v.claim("d", "1Gi", "storageClassName: s\n  volumeName: v");
              reserve(v, "v", "d");
              PersistentVolume reserved = v.volume("v");
              reserved.getStatus().setPhase("Bound");
              v.cluster.world().objects().updateStatus(reserved);
              v.cluster.world().run(Duration.ofMinutes(1));
              assertThat(v.cluster.world().fileOperations(Cluster.KCM)).isEqualTo(before);
              watches.catchUp();
              v.cluster.world().run(Duration.ofMinutes(1));

              assertThat(v.cluster.world().fileOperations(Cluster.KCM)).isEqualTo(before);
              assertThat(v.volume("v").getMetadata().getDeletionTimestamp()).isNull();
            })
        .network(Network.PROMPT)
        .run(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"IO_ERROR", "KILL"})
  void keepsTheFinalizerUntilTheStorageHasBeenDeleted(FileFault fault) {
    VolumeScripts.with(
            "storage first",
            VolumeBinderOptions.byDefault().withHostPathProvisioner(),
            v -> {
              v.storageClass("s", "kubernetes.io/host-path", "");
              v.claim("c", "1Gi", "storageClassName: s");
              String name = "pvc-" + v.claim("c").getMetadata().getUid();
              v.cluster.await("it has a volume", () -> v.findVolume(name).isPresent());
              v.cluster.await("both are bound", () -> v.areBound("c", name));
              int failing = v.cluster.world().fileOperations(Cluster.KCM) + 1;
              v.cluster.world().failFileOperation(Cluster.KCM, failing, fault);
              v.cluster
                  .world()
                  .always(
                      "the finalizer stays until the storage is deleted",
                      world ->
                          world.fileOperations(Cluster.KCM) > failing
                              || v.findVolume(name)
                                  .filter(volume -> Finalizers.has(volume, Reclaiming.FINALIZER))
                                  .isPresent());
              v.deleteClaim("c");
              v.cluster.await(
                  "a failure", () -> v.cluster.world().fileOperations(Cluster.KCM) == failing);
              v.cluster.world().awaitIdle();
              if (!v.cluster.world().isRunning(Cluster.KCM)) {
                v.cluster.world().restart(Cluster.KCM);
              }
              v.cluster.await("the volume goes", () -> v.findVolume(name).isEmpty());
            })
        .network(Network.PROMPT)
        .run(1);
  }
}
