/**
 * The files that Slurm, sshd and their like read, as text.
 *
 * <p>Each class makes one file of {@linkplain io.coxswain.slurm.values values}; {@link
 * io.coxswain.slurm.render.config.ConfigText} is the common way to write lines. Settings that are
 * generated are left out where the release of Slurm does not know them. Settings that were asked
 * for are never left out: {@link io.coxswain.slurm.render.config.ConfigCheck} refuses what the
 * release does not know, and what would end in the middle of another line, before anything is
 * written.
 *
 * <p>Equal values give equal text.
 */
@NullMarked
package io.coxswain.slurm.render.config;

import org.jspecify.annotations.NullMarked;
