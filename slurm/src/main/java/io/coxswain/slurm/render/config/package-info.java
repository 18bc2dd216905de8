/**
 * The files that Slurm, sshd and similar programs read, as text.
 *
 * <p>Each class creates one file from {@linkplain io.coxswain.slurm.values values}; {@link
 * io.coxswain.slurm.render.config.ConfigText} writes lines. Generated settings are omitted if the
 * release of Slurm does not know them. Requested settings are never omitted: {@link
 * io.coxswain.slurm.render.config.ConfigCheck} rejects those that the release does not know, and
 * values that would break a line, before anything is written.
 *
 * <p>Equal values yield equal text.
 */
@NullMarked
package io.coxswain.slurm.render.config;

import org.jspecify.annotations.NullMarked;
