/**
 * The ephemeral volume controller: makes the claims of a pod's ephemeral volumes. Each claim is
 * named after the pod and the volume and owned by the pod, so that it goes with it. One of that
 * name that belongs to somebody else is left alone, and the pod is told.
 */
@NullMarked
package io.coxswain.kube.ephemeralvolume;

import org.jspecify.annotations.NullMarked;
