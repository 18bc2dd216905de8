/**
 * The program {@code soperator}: flags, environment and start-up. {@link
 * io.coxswain.slurm.operator.SoperatorProgram} is the start-up, top to bottom; {@link
 * io.coxswain.slurm.operator.OperatorOptions} combines flags and environment.
 *
 * <p>Guarantees: an unknown flag or controller, or a missing namespace, ends the program before it
 * sends a request; it starts without any of the foreign kinds it can use, and discovers them on the
 * server unless the environment specifies them.
 */
@NullMarked
package io.coxswain.slurm.operator;

import org.jspecify.annotations.NullMarked;
