/**
 * The root CA publisher: maintains a ConfigMap {@code kube-root-ca.crt} in every active namespace,
 * with the CA bundle by which pods verify the API server. Changes and deletions of it are reverted.
 */
@NullMarked
package io.coxswain.kube.rootca;

import org.jspecify.annotations.NullMarked;
