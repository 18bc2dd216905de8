/**
 * The kinds of {@code slurm.nebius.ai} as Java types, and those foreign kinds that are written for
 * them.
 *
 * <p>Plain beans for Jackson, as in {@link io.coxswain.api.jobset}: what is null is not written.
 * The annotations say what the {@linkplain io.coxswain.api.crd definition of the kind} says;
 * nothing here checks them.
 */
@NullMarked
package io.coxswain.api.slurm;

import org.jspecify.annotations.NullMarked;
