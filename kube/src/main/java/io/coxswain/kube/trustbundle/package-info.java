/**
 * The publisher of the CA of kube-apiserver's serving certificates: maintains one
 * ClusterTrustBundle for the signer {@code kubernetes.io/kube-apiserver-serving}.
 *
 * <p>{@link io.coxswain.kube.trustbundle.TrustBundlePublisher} registers the watch, {@code
 * TrustBundleReconciler} observes and applies, and {@code TrustBundlePlan} decides and is pure.
 *
 * <p>The name of the bundle contains a hash of the certificates, so new certificates get a new
 * bundle, which exists before the old one is deleted. Other bundles of the signer are deleted;
 * changes and the deletion of its bundle are reverted.
 */
@NullMarked
package io.coxswain.kube.trustbundle;

import org.jspecify.annotations.NullMarked;
