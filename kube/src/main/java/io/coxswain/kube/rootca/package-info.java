/**
 * The root CA publisher: every active namespace has a ConfigMap {@code kube-root-ca.crt} with the
 * certificate authority by which pods verify the API server. It is written back when somebody
 * changes or deletes it.
 */
@NullMarked
package io.coxswain.kube.rootca;

import org.jspecify.annotations.NullMarked;
