/**
 * The program {@code jobset-controller}: flags, configuration file and start-up. {@link
 * io.coxswain.jobset.program.JobSetProgram} is the start-up, top to bottom; {@link
 * io.coxswain.jobset.program.Settings} combines flags and file.
 *
 * <p>Guarantees: an unknown flag, field or gate, or a value out of its range, ends the program
 * before it sends a request; controllers start only once certificates exist and the API server
 * trusts them; until then, and while webhooks are not served, it is not ready.
 */
@NullMarked
package io.coxswain.jobset.program;

import org.jspecify.annotations.NullMarked;
