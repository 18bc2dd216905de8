/**
 * Following a training. {@code Manifest} reads the file, {@code Training} is the whole way: {@code
 * Submission} creates the objects, all or none, {@code Follower} watches what becomes of them,
 * {@code OutputStreams} follows what their containers print, and a {@code Report} tells it: {@code
 * LiveReport} on a terminal, {@code TextReport} in lines, {@code JsonReport} for programs. {@code
 * Board} is what a screen shows, a pure function of what is known and how large the screen is.
 *
 * <p>Guarantees: it works through the API server alone, and so the same on any cluster; it never
 * slows the training; each line that a container prints is told once, also when a connection breaks
 * or the container begins again; nothing is deleted unless asked for.
 */
@NullMarked
package io.coxswain.cli.train;

import org.jspecify.annotations.NullMarked;
