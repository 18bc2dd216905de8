/**
 * The exporter: Slurm's nodes, jobs and controller as Prometheus series.
 *
 * <p>{@link io.coxswain.slurm.exporter.ExporterProgram} is its start-up. {@link
 * io.coxswain.slurm.exporter.Exporter} queries Slurm in each interval: one call for all nodes, one
 * for all jobs, one for the controller's counters, regardless of the size of the cluster. Each
 * result makes a new {@link io.coxswain.slurm.exporter.Snapshot}; scrapes only read the last one,
 * so they do not load Slurm. A failed call keeps the previous state. Names and labels are exactly
 * upstream's.
 */
@NullMarked
package io.coxswain.slurm.exporter;

import org.jspecify.annotations.NullMarked;
