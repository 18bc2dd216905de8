/**
 * Following a training: {@code Manifest} reads the file, {@code Submission} creates its objects,
 * {@code Follower} watches what becomes of them, streams the containers' output and knows when all
 * is over, and a {@code Report} tells it, as text for people or as lines of JSON for programs.
 */
@NullMarked
package io.coxswain.cli.train;

import org.jspecify.annotations.NullMarked;
