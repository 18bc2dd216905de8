/**
 * Creates a separate identity for the pods of active checks: a ServiceAccount with its Role for
 * each cluster that has an active check. {@link
 * io.coxswain.slurm.checks.serviceaccount.ServiceAccountController} is all there is.
 */
@NullMarked
package io.coxswain.slurm.checks.serviceaccount;

import org.jspecify.annotations.NullMarked;
