/**
 * The kinds of the Prometheus operator that say what of a Slurm cluster is scraped.
 *
 * <p>Small beans for Jackson with the fields that are written here; what else the kinds have is not
 * read. Null is not written.
 */
@NullMarked
package io.coxswain.api.monitoring;

import org.jspecify.annotations.NullMarked;
