/**
 * The one door through which everything nondeterministic comes.
 *
 * <p>{@link io.coxswain.env.Env} bundles the ports: {@link io.coxswain.env.Clock}, {@link
 * io.coxswain.env.Timers}, {@link io.coxswain.env.Tasks}, {@link io.coxswain.env.Entropy}, {@link
 * io.coxswain.env.Files}, {@link io.coxswain.env.Exec}, {@link io.coxswain.env.ApiTransport} and
 * {@link io.coxswain.env.Http}. A program builds the production one in its main method; the
 * simulator builds its own, with virtual time and a seeded scheduler. No other module reads a
 * clock, starts a thread, draws a random number or opens a file by itself, and none asks which of
 * the two it runs on: a test that scans the class files of the build enforces it.
 *
 * <p>Rules for code that runs on these ports: wait only through {@link io.coxswain.env.Bell},
 * {@link io.coxswain.env.Mailbox}, {@link io.coxswain.env.Clock#sleep} or {@link
 * io.coxswain.env.Task#join}; hold no lock across any of them; catch {@link Exception}, never
 * {@link Error}, since the simulator ends a killed process by an error.
 */
@NullMarked
package io.coxswain.env;

import org.jspecify.annotations.NullMarked;
