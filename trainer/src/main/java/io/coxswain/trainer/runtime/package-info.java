/**
 * Runtimes: the existing ones, the one that a job refers to, and the result of merging a job with
 * it.
 *
 * <p>{@link io.coxswain.trainer.runtime.RuntimeRegistry} has the two kinds of runtime by the key
 * {@code <Kind>.<group>}. {@link io.coxswain.trainer.runtime.RuntimeSnapshot} keeps the runtime
 * that a job started with in a ConfigMap next to it, so that later edits of the runtime never
 * affect an existing job. {@link io.coxswain.trainer.runtime.RuntimeMerge} merges the job into the
 * runtime; {@link io.coxswain.trainer.runtime.Rendering} produces the objects.
 *
 * <p>Everything except the registry's lookup is pure, and nothing modifies its arguments.
 */
@NullMarked
package io.coxswain.trainer.runtime;

import org.jspecify.annotations.NullMarked;
