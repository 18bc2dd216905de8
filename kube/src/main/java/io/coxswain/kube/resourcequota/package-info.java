/**
 * The ResourceQuota controller: counts the usage of objects in a namespace and writes it to the
 * status, from which the API server charges new objects. The server adds charges; this controller
 * subtracts deleted objects and corrects wrong charges.
 *
 * <p>{@link io.coxswain.kube.resourcequota.ResourceQuotaController} registers it: every kind that
 * can be counted is watched, and new kinds are discovered every 30 seconds. {@code QuotaCount} sums
 * usage with {@code io.coxswain.api.quota}, as the server does. {@code UsageTable} groups objects
 * with equal usage in namespaces with a quota, so that counting 10,000 pods of one template costs
 * as much as counting one.
 *
 * <p>Guarantees: quantities are compared by value ({@code 1} equals {@code 1000m}); usage that
 * currently cannot be counted is kept; a correct status is not written.
 */
@NullMarked
package io.coxswain.kube.resourcequota;

import org.jspecify.annotations.NullMarked;
