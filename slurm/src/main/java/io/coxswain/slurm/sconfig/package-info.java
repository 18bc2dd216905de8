/**
 * sconfigcontroller: writes ConfigMaps as files of the jail, the file system that all nodes of a
 * Slurm cluster share.
 *
 * <p>{@link io.coxswain.slurm.sconfig.SConfigProgram} is the program. A reconcile handles one
 * JailedConfig, or all with the same aggregation label: their files are written together, waited
 * for together and followed by one reconfigure.
 *
 * <p>Guarantees: a reader sees either the complete old file or the complete new one; the old ones
 * can be opened for 16 s, which is longer than shared file systems cache directory entries; if
 * anything fails before that time, all files are restored; nothing is written through a link or
 * outside the jail; a reconcile that finds no change since the last one writes nothing and does not
 * reconfigure.
 */
@NullMarked
package io.coxswain.slurm.sconfig;

import org.jspecify.annotations.NullMarked;
