/**
 * The ephemeral volume controller: creates the PersistentVolumeClaims of a pod's ephemeral volumes.
 * Each claim is named after the pod and the volume and is owned by the pod, so that it is
 * garbage-collected with it. An existing claim of another owner is not used; an event on the pod
 * reports it.
 */
@NullMarked
package io.coxswain.kube.ephemeralvolume;

import org.jspecify.annotations.NullMarked;
