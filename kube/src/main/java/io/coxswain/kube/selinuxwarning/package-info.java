/**
 * The SELinux warning controller: reports pods that use the same volume with different SELinux
 * labels or change policies, of which only one could use it on a node that mounts volumes with
 * their SELinux label.
 *
 * <p>For each volume that a pod mounts, {@link io.coxswain.kube.selinuxwarning.MountedVolumes}
 * finds the label of the containers that mount it. Only volumes that can be mounted with a label
 * count: those of CSI drivers with {@code seLinuxMount}, Fibre Channel and iSCSI; all others are
 * relabelled file by file and never conflict. {@link io.coxswain.kube.selinuxwarning.VolumeUsers}
 * remembers who uses which volume, and finds the conflicts: an event for both pods when they arise,
 * and a metric as long as they last. Pods that have ended do not count; whether pods run on the
 * same node does not matter.
 *
 * <p>Missing parts of a label are unknown, because the defaults are those of the node; only the
 * level is compared even if it is missing.
 *
 * <p>Entry: {@link io.coxswain.kube.selinuxwarning.SelinuxWarningController}. It writes nothing but
 * events.
 */
@NullMarked
package io.coxswain.kube.selinuxwarning;

import org.jspecify.annotations.NullMarked;
