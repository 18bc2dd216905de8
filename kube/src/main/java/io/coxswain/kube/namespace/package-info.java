/**
 * The namespace controller: empties a namespace that is being deleted, then lets it go.
 *
 * <p>{@link io.coxswain.kube.namespace.NamespaceController} wires it, {@code NamespaceReconciler}
 * makes one sweep, {@code NamespaceFindings} is what a sweep found left over, {@code NamespacePlan}
 * decides from that (pure) and {@code NamespaceStatus} states it in five conditions (pure).
 *
 * <p>Guarantees: pods go first and nothing else is touched while one is left; content is listed on
 * the server itself, never from a cache; the finalizer {@code kubernetes} is removed only after a
 * sweep that found every kind empty. A sweep keeps no memory: it may stop anywhere and begin anew.
 *
 * <p>On purpose different from kube-controller-manager: the conditions name the pods that remain
 * (upstream claims that all content is gone, kubernetes/kubernetes#138208), and objects are deleted
 * one by one instead of a collection at a time.
 */
@NullMarked
package io.coxswain.kube.namespace;

import org.jspecify.annotations.NullMarked;
