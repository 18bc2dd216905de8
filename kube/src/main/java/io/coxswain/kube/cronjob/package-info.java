/**
 * The CronJob controller: makes a Job at each time of a schedule.
 *
 * <p>{@link io.coxswain.kube.cronjob.CronJobController} wires it. {@code Schedule} knows the
 * grammar and the next time; {@code CronJobPlan} finds out which time is due (pure); {@code
 * CronJobReconciler} keeps the list of active Jobs, clears old ones away and creates the next.
 *
 * <p>Guarantees: a Job is named after its scheduled minute, so that no time is run twice whatever
 * crashes in between; of several missed times only the latest is run; Jobs are taken for children
 * by UID of their controller, never by name alone.
 *
 * <p>Times are in UTC unless the CronJob names a zone; kube-controller-manager takes the zone of
 * its process, which is UTC in its images.
 */
@NullMarked
package io.coxswain.kube.cronjob;

import org.jspecify.annotations.NullMarked;
