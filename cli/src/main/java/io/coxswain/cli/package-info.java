/**
 * The {@code coxswain} command: the only place that wires everything.
 *
 * <p>{@link io.coxswain.cli.Coxswain} is the main class. Each subcommand is one class that reads as
 * the start-up of its program, from top to bottom: {@code ApiServerCommand} (only the API server),
 * {@code UpCommand} (the whole cluster in one program) and {@code TrainCommand} (the whole cluster,
 * for one file). The last two share {@code EmbeddedCluster}.
 *
 * <p>Standard output is for results, standard error for problems. Exit codes: 0 for success, 1 for
 * failure, 2 for an invalid command line.
 */
@NullMarked
package io.coxswain.cli;

import org.jspecify.annotations.NullMarked;
