/**
 * The {@code coxswain} command: the only place that wires everything.
 *
 * <p>{@link io.coxswain.cli.Coxswain} is the main class. Each subcommand is one class that reads as
 * the start-up of its program, from top to bottom: {@code ApiServerCommand} (the API server alone),
 * {@code UpCommand} (the whole cluster in one program) and {@code TrainCommand} (the whole cluster,
 * for one file). What the last two have in common is {@code EmbeddedCluster}.
 *
 * <p>Standard output is for what was asked for, standard error for what went wrong. Exit codes: 0
 * for success, 1 for failure, 2 for a command line that was not understood.
 */
@NullMarked
package io.coxswain.cli;

import org.jspecify.annotations.NullMarked;
