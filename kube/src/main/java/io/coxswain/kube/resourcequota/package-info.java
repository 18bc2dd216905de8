/**
 * The ResourceQuota controller: counts what the objects of a namespace use and writes it where the
 * API server charges new objects. The server adds; this controller takes away what is gone and puts
 * right what was charged for nothing.
 *
 * <p>{@link io.coxswain.kube.resourcequota.ResourceQuotaController} wires it: every kind that can
 * be counted is watched, new kinds are found every 30 seconds. {@code QuotaCount} adds up (with
 * {@code io.coxswain.api.quota}, as the server does). {@code UsageTable} keeps, for namespaces that
 * have a quota, how many objects use the same, so that a pass over 10,000 pods of one template
 * costs as much as one over a single pod.
 *
 * <p>Guarantees: quantities are compared by value ({@code 1} is {@code 1000m}); usage of what
 * cannot be counted now is kept; a quota that says the right thing is not written.
 */
@NullMarked
package io.coxswain.kube.resourcequota;

import org.jspecify.annotations.NullMarked;
