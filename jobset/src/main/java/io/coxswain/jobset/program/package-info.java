/**
 * The program {@code jobset-controller}: flags, configuration file and start-up. {@link
 * io.coxswain.jobset.program.JobSetProgram} reads as the start-up, top to bottom; {@link
 * io.coxswain.jobset.program.Settings} are what flags and file say together.
 *
 * <p>Guarantees: an unknown flag, field or gate, or a value out of its range, ends the program
 * before it has talked to anybody; controllers start only once certificates exist and the API
 * server has been told to trust them; until then, and while webhooks are not served, it is not
 * ready.
 */
@NullMarked
package io.coxswain.jobset.program;

import org.jspecify.annotations.NullMarked;
