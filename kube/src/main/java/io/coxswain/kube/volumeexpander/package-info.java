/**
 * The volume expander: when a claim requests more than its volume has, reports in events and
 * annotations which component will expand it.
 *
 * <p>Volumes of CSI drivers are expanded by the resizer next to the driver; the claim gets an
 * event. For volumes of in-tree plugins that CSI drivers have replaced, the claim also gets the
 * name of that driver's resizer. Flex volumes are expanded on the node: the capacity of the volume
 * is raised here, and the claim waits for the kubelet.
 *
 * <p>{@link io.coxswain.kube.volumeexpander.VolumeExpanderController} registers the watches; {@code
 * VolumeExpanderPlan} decides and is pure. An interrupted expansion continues with the size that
 * the claim's status has recorded.
 */
@NullMarked
package io.coxswain.kube.volumeexpander;

import org.jspecify.annotations.NullMarked;
