/**
 * The CronJob controller: creates a Job at each time of a schedule.
 *
 * <p>{@link io.coxswain.kube.cronjob.CronJobController} registers it. {@code Schedule} parses
 * schedules and finds the next time; {@code CronJobPlan} decides which time is due and is pure;
 * {@code CronJobReconciler} maintains the list of active Jobs, deletes old ones and creates the
 * next.
 *
 * <p>Guarantees: a Job is named after its scheduled minute, so that no time is run twice, even
 * after a crash; of several missed times only the latest is run; Jobs belong to a CronJob by the
 * UID of their controller, never by name alone.
 *
 * <p>Times are in UTC unless the CronJob sets a time zone; kube-controller-manager uses the zone of
 * its process, which is UTC in its images.
 */
@NullMarked
package io.coxswain.kube.cronjob;

import org.jspecify.annotations.NullMarked;
