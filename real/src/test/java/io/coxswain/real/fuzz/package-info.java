/**
 * Seeded generators of requests that vary paths, methods, query parameters, selectors, headers and
 * numbers, sent over the wire to the embedded API server and to a real one.
 *
 * <p>{@code RequestFuzzIT} is the entry point. A request depends on the seed, the generator and its
 * index only. Non-goal: sequences of requests that change objects; {@code
 * io.coxswain.real.differential} compares those.
 */
@NullMarked
package io.coxswain.real.fuzz;

import org.jspecify.annotations.NullMarked;
