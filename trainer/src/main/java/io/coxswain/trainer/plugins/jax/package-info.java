/** JAX: the three variables by which the processes of {@code jax.distributed} find each other. */
@NullMarked
package io.coxswain.trainer.plugins.jax;

import org.jspecify.annotations.NullMarked;
