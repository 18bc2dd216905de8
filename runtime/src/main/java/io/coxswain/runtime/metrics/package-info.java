/**
 * Metrics of the runtime, with the names of controller-runtime programs, so that existing
 * dashboards and alerts keep working.
 *
 * <p>{@link io.coxswain.runtime.metrics.Metrics} is the registry of one manager; it creates one
 * small object per controller, queue and client, with a method per fact. {@link
 * io.coxswain.runtime.metrics.Metrics#scrape} returns everything in the Prometheus text format.
 */
@NullMarked
package io.coxswain.runtime.metrics;

import org.jspecify.annotations.NullMarked;
