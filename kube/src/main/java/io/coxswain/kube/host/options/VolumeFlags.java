package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** Flags of volume controllers. */
public final class VolumeFlags {
  public final Flag<Boolean> noReconcile;
  public final Flag<Duration> reconcilePeriod;
  public final Flag<Boolean> noForceDetach;
  public final Flag<Duration> binderPeriod;
  public final Flag<String> nfsTemplate;
  public final Flag<Integer> nfsTimeout;
  public final Flag<Integer> nfsIncrement;
  public final Flag<String> hostPathTemplate;
  public final Flag<Integer> hostPathTimeout;
  public final Flag<Integer> hostPathIncrement;
  public final Flag<Boolean> hostPathProvisioner;
  public final Flag<Boolean> dynamicProvisioning;
  public final Flag<String> flexDir;
  public final Flag<Integer> ephemeral;

  VolumeFlags(FlagSets sets) {
    var attach = sets.set("persistentvolume-attach-detach-controller");
    noReconcile =
        attach.bool(
            "disable-attach-detach-reconcile-sync",
            false,
            "Do not restore attachments that another client removed.");
    reconcilePeriod =
        attach.duration(
            "attach-detach-reconcile-sync-period",
            "1m",
            "Minimum interval between two restorations of a volume attachment that another client"
                + " removed; at least 1s.");
    noForceDetach =
        attach.bool(
            "disable-force-detach-on-timeout",
            false,
            "Do not force-detach volumes from nodes that are not ready after 6 minutes.");
    var binder = sets.set("persistentvolume-binder-controller");
    binderPeriod =
        binder.duration(
            "pvclaimbinder-sync-period",
            "15s",
            "Sync period of PersistentVolumes and PersistentVolumeClaims.");
    nfsTemplate =
        binder.string(
            "pv-recycler-pod-template-filepath-nfs",
            "",
            "Path to the template of the pod that recycles NFS volumes.");
    nfsTimeout =
        binder.int32(
            "pv-recycler-minimum-timeout-nfs",
            300,
            "Minimum activeDeadlineSeconds of an NFS recycler pod.");
    nfsIncrement =
        binder.int32(
            "pv-recycler-increment-timeout-nfs",
            30,
            "Seconds to add to the timeout of an NFS recycler pod per Gi of the volume.");
    hostPathTemplate =
        binder.string(
            "pv-recycler-pod-template-filepath-hostpath",
            "",
            "Path to the template of the pod that recycles hostPath volumes.");
    hostPathTimeout =
        binder.int32(
            "pv-recycler-minimum-timeout-hostpath",
            60,
            "Minimum activeDeadlineSeconds of a hostPath recycler pod.");
    hostPathIncrement =
        binder.int32(
            "pv-recycler-timeout-increment-hostpath",
            30,
            "Seconds to add to the timeout of a hostPath recycler pod per Gi of the volume.");
    hostPathProvisioner =
        binder.bool(
            "enable-hostpath-provisioner",
            false,
            "Enable dynamic provisioning of hostPath volumes, for development and tests.");
    dynamicProvisioning =
        binder.bool("enable-dynamic-provisioning", true, "Enable dynamic provisioning of volumes.");
    flexDir =
        binder.string(
            "flex-volume-plugin-dir",
            "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/",
            "Directory of flex volume plugins. Has no effect.");
    ephemeral =
        sets.set("ephemeral-volume-controller")
            .int32(
                "concurrent-ephemeralvolume-syncs",
                5,
                "Number of pods with ephemeral volumes to sync concurrently.");
  }

  void check(Problems problems) {
    problems.atLeast(
        reconcilePeriod,
        Duration.ofSeconds(1),
        "duration time must be greater than one second as set via command line option"
            + " attach-detach-reconcile-sync-period");
    problems.positive(ephemeral, "concurrent-ephemeralvolume-syncs");
  }
}
