/**
 * Keeps what is in use from being deleted: claims that a pod uses, volumes that are bound,
 * attributes classes that a claim or a volume names. Each of the three controllers puts a finalizer
 * on its objects and takes it off one that is being deleted once nobody uses it. That nobody does
 * is asked of the server itself before a claim is let go, since a pod may be newer than the cache.
 */
@NullMarked
package io.coxswain.kube.volumeprotection;

import org.jspecify.annotations.NullMarked;
