/**
 * Protects objects in use from deletion: claims of pods, bound volumes, and attributes classes of
 * claims or volumes. Each of the three controllers adds a finalizer to its objects, and removes it
 * from an object that is being deleted once it is no longer in use. Before the finalizer of a claim
 * is removed, pods are read from the server, because a pod may be newer than the cache.
 */
@NullMarked
package io.coxswain.kube.volumeprotection;

import org.jspecify.annotations.NullMarked;
