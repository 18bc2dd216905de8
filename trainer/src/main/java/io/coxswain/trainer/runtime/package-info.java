/**
 * Runtimes: which there are, which one a job has, and what a job becomes when merged with it.
 *
 * <p>{@link io.coxswain.trainer.runtime.RuntimeRegistry} knows the two kinds of runtime by the key
 * {@code <Kind>.<group>}. {@link io.coxswain.trainer.runtime.RuntimeSnapshot} keeps the runtime
 * that a job started with in a ConfigMap beside it, so that later edits of the runtime never reach
 * a job that exists. {@link io.coxswain.trainer.runtime.RuntimeMerge} lays the job over the
 * runtime; {@link io.coxswain.trainer.runtime.Rendering} goes all the way to the objects.
 *
 * <p>All but the registry's lookup is pure, and none of it changes what it is given.
 */
@NullMarked
package io.coxswain.trainer.runtime;

import org.jspecify.annotations.NullMarked;
