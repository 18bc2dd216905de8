/**
 * The namespace controller: deletes the content of a namespace that is being deleted, then removes
 * its finalizer.
 *
 * <p>{@link io.coxswain.kube.namespace.NamespaceController} registers it, {@code
 * NamespaceReconciler} makes one sweep, {@code NamespaceFindings} are the remaining objects, {@code
 * NamespacePlan} decides from them (pure) and {@code NamespaceStatus} reports them in five
 * conditions (pure).
 *
 * <p>Guarantees: pods are deleted first, and nothing else is touched while a pod remains; content
 * is listed from the server, never from a cache; the finalizer {@code kubernetes} is removed only
 * after a sweep that found every resource empty. A sweep keeps no state, so it may be interrupted
 * at any point.
 *
 * <p>Intentional differences from kube-controller-manager: the conditions name the remaining pods
 * (upstream reports that all content has been deleted, kubernetes/kubernetes#138208), and objects
 * are deleted one by one instead of by collection.
 */
@NullMarked
package io.coxswain.kube.namespace;

import org.jspecify.annotations.NullMarked;
