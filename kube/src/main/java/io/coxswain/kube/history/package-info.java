/**
 * The revisions of StatefulSets and DaemonSets: what a template looked like, kept in
 * ControllerRevisions.
 *
 * <p>{@code RevisionData} is a template as it stands in a revision. It is written byte for byte as
 * kube-controller-manager writes it ({@code GoJson}), which compares bytes and would otherwise take
 * our revisions for other ones; it is compared as a tree, so that what other versions wrote (a null
 * {@code creationTimestamp} before 1.34) is recognised and taking a cluster over restarts nothing.
 * {@code TemplateDefaults} fills in what the API server would, for revisions from before a default
 * existed. {@code RevisionHash} makes the hash in their names and labels.
 *
 * <p>Which revisions are a set's, and when one is added or removed, differs between the two kinds
 * and is decided in their own packages.
 */
@NullMarked
package io.coxswain.kube.history;

import org.jspecify.annotations.NullMarked;
