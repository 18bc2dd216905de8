/**
 * Tells clients what is served: {@link io.coxswain.apiserver.discovery.Discovery} answers {@code
 * /api} and {@code /apis} in the old form, one document per group and version, and in the
 * aggregated form that kubectl asks for. Both are computed from the kinds of a snapshot, so a
 * definition shows up with the revision that established it.
 */
@NullMarked
package io.coxswain.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
