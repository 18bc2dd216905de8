/**
 * The program {@code soperator}: flags, environment and start-up. {@link
 * io.coxswain.slurm.operator.SoperatorProgram} reads as the start-up, top to bottom; {@link
 * io.coxswain.slurm.operator.OperatorOptions} are what flags and environment say together.
 *
 * <p>Guarantees: an unknown flag or controller, or a missing namespace, ends the program before it
 * has talked to anybody; it starts without any of the foreign kinds it can use, and looks at the
 * server to learn which of them there are unless the environment says.
 */
@NullMarked
package io.coxswain.slurm.operator;

import org.jspecify.annotations.NullMarked;
