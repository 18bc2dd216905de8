/**
 * The program {@code trainer-controller-manager}: configuration file, flags and start-up. {@link
 * io.coxswain.trainer.program.TrainerProgram} reads as the start-up, top to bottom; {@link
 * io.coxswain.trainer.program.Settings} are what file and flags say together, {@link
 * io.coxswain.trainer.program.Gates} the features that can be turned on.
 *
 * <p>Guarantees: an unknown field or gate, or a value out of its range, ends the program before it
 * has talked to anybody; controllers, webhooks and the status server are set up once certificates
 * exist and the API server has been told to trust them, and until then it is alive but not ready.
 */
@NullMarked
package io.coxswain.trainer.program;

import org.jspecify.annotations.NullMarked;
