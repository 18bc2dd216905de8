/**
 * The program {@code trainer-controller-manager}: configuration file, flags and start-up. {@link
 * io.coxswain.trainer.program.TrainerProgram} is the start-up, top to bottom; {@link
 * io.coxswain.trainer.program.Settings} combines file and flags, {@link
 * io.coxswain.trainer.program.Gates} are the feature gates.
 *
 * <p>Guarantees: an unknown field or gate, or a value out of its range, ends the program before it
 * sends a request; controllers, webhooks and the status server are set up once certificates exist
 * and the API server trusts them, and until then it is alive but not ready.
 */
@NullMarked
package io.coxswain.trainer.program;

import org.jspecify.annotations.NullMarked;
