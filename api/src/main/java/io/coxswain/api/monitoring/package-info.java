/**
 * The kinds of the Prometheus operator that configure the scraping of a Slurm cluster.
 *
 * <p>Jackson beans with the fields that are written here; other fields of the kinds are ignored.
 * Null is not written.
 */
@NullMarked
package io.coxswain.api.monitoring;

import org.jspecify.annotations.NullMarked;
