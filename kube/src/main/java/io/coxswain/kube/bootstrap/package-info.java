/**
 * For nodes that join: signs the cluster's public information with every bootstrap token, so that
 * who holds a token can tell that it is genuine, and deletes tokens that have expired. Both
 * controllers are off unless asked for by name.
 */
@NullMarked
package io.coxswain.kube.bootstrap;

import org.jspecify.annotations.NullMarked;
