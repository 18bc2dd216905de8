/**
 * Admission policies: validation rules and mutations for any write, in CEL, as objects.
 *
 * <p>{@link io.coxswain.apiserver.policy.PolicyChecks} validates policies and bindings when they
 * are written; {@link io.coxswain.apiserver.policy.Policy} is a compiled policy, compiled once per
 * content; {@link io.coxswain.apiserver.policy.Policies} is the admission plugin that finds the
 * policies and bindings for a write and rejects it, or warns. {@link
 * io.coxswain.apiserver.policy.MutatingPolicies} is the plugin that mutates. {@link
 * io.coxswain.apiserver.policy.MatchConditions} evaluates the conditions of policies and of
 * webhooks.
 *
 * <p>Policies are read from the snapshot of the write. Without any, the plugin costs one lookup in
 * an empty collection. Audit annotations are validated when written and have no effect, because
 * there is no audit log. Types are not checked against the schemas of the matched kinds: upstream
 * does that in kube-controller-manager.
 */
@NullMarked
package io.coxswain.apiserver.policy;

import org.jspecify.annotations.NullMarked;
