/**
 * The bootstrap signer and token cleaner: signs the cluster-info ConfigMap with every bootstrap
 * token, so that a joining node can verify it, and deletes expired tokens. Both controllers are
 * disabled by default.
 */
@NullMarked
package io.coxswain.kube.bootstrap;

import org.jspecify.annotations.NullMarked;
