/**
 * The kinds of {@code slurm.nebius.ai} as Java types. The foreign kinds that are written for them
 * are in packages of their own.
 *
 * <p>Plain beans for Jackson, as in {@link io.coxswain.api.jobset}: what is null is not written.
 * The annotations say what the {@linkplain io.coxswain.api.crd definition of the kind} says;
 * nothing here checks them.
 */
@NullMarked
package io.coxswain.api.slurm;

import org.jspecify.annotations.NullMarked;
