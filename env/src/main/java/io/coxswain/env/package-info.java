/**
 * The only access to nondeterminism: time, threads, randomness and I/O.
 *
 * <p>{@link io.coxswain.env.Env} bundles the ports: {@link io.coxswain.env.Clock}, {@link
 * io.coxswain.env.Timers}, {@link io.coxswain.env.Tasks}, {@link io.coxswain.env.Entropy}, {@link
 * io.coxswain.env.Files}, {@link io.coxswain.env.Exec}, {@link io.coxswain.env.ApiTransport},
 * {@link io.coxswain.env.Http} and {@link io.coxswain.env.Sockets}. A program creates the
 * production implementation in its main method; the simulator has its own, with virtual time and a
 * seeded scheduler. No other module reads a clock, starts a thread, draws a random number or opens
 * a file directly, and none depends on which implementation it runs on: a test that scans the class
 * files of the build enforces this.
 *
 * <p>Rules for code that uses these ports: wait only through {@link io.coxswain.env.Bell}, {@link
 * io.coxswain.env.Mailbox}, {@link io.coxswain.env.Clock#sleep} or {@link
 * io.coxswain.env.Task#join}; hold no lock across any of them; catch {@link Exception}, never
 * {@link Error}, because the simulator ends a killed process with an error.
 */
@NullMarked
package io.coxswain.env;

import org.jspecify.annotations.NullMarked;
