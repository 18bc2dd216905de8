/**
 * Runs and follows trainings. {@code Manifest} reads the file and {@code Training} runs it: {@code
 * Submission} creates the objects, all or none; {@code Follower} watches them; {@code
 * OutputStreams} follows the output of their containers; and a {@code Report} shows it: {@code
 * LiveReport} on a terminal, {@code TextReport} in lines, {@code JsonReport} for programs. {@code
 * ProgressScreen} lays out a screen as a pure function of the state and the screen's size.
 *
 * <p>Guarantees: it uses only the API server, so it works the same on any cluster. It never slows
 * the training. Each line of container output is reported once, even if a connection breaks or the
 * container restarts. Nothing is deleted unless requested.
 */
@NullMarked
package io.coxswain.cli.train;

import org.jspecify.annotations.NullMarked;
