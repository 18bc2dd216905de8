/**
 * Feature gates: their defaults and stages by version, whether they can be changed, and their
 * dependencies. {@link io.coxswain.kube.host.gates.FeatureGates} are the gates of one program at
 * its emulated version; there is no static state, so that several programs can run in one process.
 * The known gates are data ({@code gates.txt}).
 */
@NullMarked
package io.coxswain.kube.host.gates;

import org.jspecify.annotations.NullMarked;
