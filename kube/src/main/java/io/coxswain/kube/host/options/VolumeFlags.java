package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** The controllers of volumes. */
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
            "Do not set attachments right by and by.");
    reconcilePeriod =
        attach.duration(
            "attach-detach-reconcile-sync-period",
            "1m",
            "How often attachments are set right; at least a second.");
    noForceDetach = attach.bool("disable-force-detach-on-timeout", false, "Never detach by force.");
    var binder = sets.set("persistentvolume-binder-controller");
    binderPeriod =
        binder.duration(
            "pvclaimbinder-sync-period", "15s", "How often volumes and claims are matched.");
    nfsTemplate =
        binder.string(
            "pv-recycler-pod-template-filepath-nfs", "", "Pod that empties an NFS volume.");
    nfsTimeout =
        binder.int32("pv-recycler-minimum-timeout-nfs", 300, "Least seconds for such a pod.");
    nfsIncrement =
        binder.int32("pv-recycler-increment-timeout-nfs", 30, "Seconds more for each Gi.");
    hostPathTemplate =
        binder.string(
            "pv-recycler-pod-template-filepath-hostpath", "", "Pod that empties a host path.");
    hostPathTimeout =
        binder.int32("pv-recycler-minimum-timeout-hostpath", 60, "Least seconds for such a pod.");
    hostPathIncrement =
        binder.int32("pv-recycler-timeout-increment-hostpath", 30, "Seconds more for each Gi.");
    hostPathProvisioner =
        binder.bool("enable-hostpath-provisioner", false, "Make host path volumes for claims.");
    dynamicProvisioning =
        binder.bool("enable-dynamic-provisioning", true, "Let volumes be made for claims.");
    flexDir =
        binder.string(
            "flex-volume-plugin-dir",
            "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/",
            "Where flex volume plugins are; has no effect.");
    ephemeral =
        sets.set("ephemeral-volume-controller")
            .int32("concurrent-ephemeralvolume-syncs", 5, "Pods worked on at once.");
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
