/**
 * The drop-in proof: what users do, once with the Go kube-controller-manager and once with ours, on
 * the same real API server with the same simulated nodes, and what is there afterwards compared.
 *
 * <p>{@link io.coxswain.real.dropin.DropInIT} tells the script twice; {@link
 * io.coxswain.real.dropin.Remains} is what it leaves. What may differ stands in {@code drop-in.txt}
 * with its reason.
 */
@NullMarked
package io.coxswain.real.dropin;

import org.jspecify.annotations.NullMarked;
