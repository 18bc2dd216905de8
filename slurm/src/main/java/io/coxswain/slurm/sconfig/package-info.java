/**
 * sconfigcontroller: ConfigMaps that become files of the jail, the file system that all nodes of a
 * Slurm cluster share.
 *
 * <p>{@link io.coxswain.slurm.sconfig.SConfigProgram} is the program. A pass is about one
 * JailedConfig, or about all that carry the same aggregation label: their files are written
 * together, waited for together and followed by one reconfigure.
 *
 * <p>Guarantees: a reader sees the old file or the new one, whole; the old ones stay openable for
 * 16 s, which is longer than shared file systems remember directory entries; when anything fails
 * before that time is over, all files have their old content again; nothing is written through a
 * link or outside the jail; a pass that finds everything as the last one left it writes nothing and
 * reconfigures nothing.
 */
@NullMarked
package io.coxswain.slurm.sconfig;

import org.jspecify.annotations.NullMarked;
