/**
 * The exporter: what Slurm's nodes, jobs and controller look like, as Prometheus series.
 *
 * <p>{@link io.coxswain.slurm.exporter.ExporterProgram} is its start-up. {@link
 * io.coxswain.slurm.exporter.Exporter} asks Slurm in each interval: one call for all nodes, one for
 * all jobs, one for the controller's counters, however large the cluster. Each answer makes a new
 * {@link io.coxswain.slurm.exporter.Snapshot}; scrapes only read the last one, so they cost Slurm
 * nothing. A failed call leaves what was known. Names and labels are upstream's, to the letter.
 */
@NullMarked
package io.coxswain.slurm.exporter;

import org.jspecify.annotations.NullMarked;
