/**
 * ControllerRevisions of StatefulSets and DaemonSets.
 *
 * <p>{@code RevisionData} is a pod template as stored in a revision. It is written byte for byte as
 * kube-controller-manager writes it ({@code GoJson}), because that compares bytes. It is compared
 * as a tree, so that revisions of other versions (with a null {@code creationTimestamp} before
 * 1.34) are recognized and taking over a cluster restarts no pods. {@code TemplateDefaults} adds
 * the API server's defaults to revisions from before a default existed. {@code RevisionHash}
 * computes the hashes in names and labels.
 *
 * <p>The packages of the two kinds decide which revisions belong to a set and when one is created
 * or deleted.
 */
@NullMarked
package io.coxswain.kube.history;

import org.jspecify.annotations.NullMarked;
