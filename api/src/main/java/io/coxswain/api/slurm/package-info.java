/**
 * The kinds of {@code slurm.nebius.ai} as Java types. The foreign kinds that are written for them
 * are in separate packages.
 *
 * <p>Jackson beans, as in {@link io.coxswain.api.jobset}: null is not written. The annotations
 * contain the constraints of the {@linkplain io.coxswain.api.crd CRD}; nothing here checks them.
 */
@NullMarked
package io.coxswain.api.slurm;

import org.jspecify.annotations.NullMarked;
