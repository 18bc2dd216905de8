/**
 * What the runtime counts, under the names that controller-runtime programs use, so that existing
 * dashboards and alerts keep working.
 *
 * <p>{@link io.coxswain.runtime.metrics.Metrics} is the registry of one manager; it hands out one
 * small object per controller, queue and client, each with a method per fact. {@link
 * io.coxswain.runtime.metrics.Metrics#scrape} writes all of it in the Prometheus text format.
 */
@NullMarked
package io.coxswain.runtime.metrics;

import org.jspecify.annotations.NullMarked;
