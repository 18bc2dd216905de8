/**
 * Feature gates: which there are, from which version on they are on or off, at what stage, whether
 * that can be changed and what they need. {@link io.coxswain.kube.host.gates.FeatureGates} is the
 * set of one program, at the version that it emulates; nothing is kept in static state, so that
 * several programs can live in one process. The known gates are data ({@code gates.txt}).
 */
@NullMarked
package io.coxswain.kube.host.gates;

import org.jspecify.annotations.NullMarked;
