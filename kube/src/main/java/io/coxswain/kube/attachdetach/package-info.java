/**
 * The attach/detach controller: attaches the volumes of the pods on a node, and detaches what no
 * pod on the node uses any more.
 *
 * <p>For a CSI driver it creates and deletes VolumeAttachments, which the driver's attacher carries
 * out; Fibre Channel and iSCSI volumes need only be reported. {@code volumesAttached} in the status
 * of the node lists what its kubelet may mount.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>A volume is taken off the status of the node before it is detached, and is not detached
 *       while the node reports it in {@code volumesInUse}. The exceptions are a node with the
 *       out-of-service taint, and a node that has not been ready when 6 minutes have passed, unless
 *       {@code --disable-force-detach-on-timeout} is set.
 *   <li>A volume that allows only one node is not attached to a second one as long as a
 *       VolumeAttachment or the status of the first node reports it as attached there.
 * </ul>
 *
 * <p>Keys are nodes, so that the status of a node has one writer. {@link
 * io.coxswain.kube.attachdetach.AttachDetachController} registers the watches, {@code
 * NodeVolumesObserver} observes, {@code AttachDetachPlan} decides and is pure, {@code
 * AttachDetachReconciler} writes. VolumeAttachments and nodes hold the state; {@code
 * AttachmentMemory} has only timers, reported events and attachments that the cache does not show
 * yet. A restart starts the 6 minutes again, as upstream.
 *
 * <p>Non-goals: volumes of replaced in-tree plugins that a pod names without a PersistentVolume.
 */
@NullMarked
package io.coxswain.kube.attachdetach;

import org.jspecify.annotations.NullMarked;
