/**
 * ValidatingAdmissionPolicies: rules about any write, in CEL, as objects.
 *
 * <p>{@link io.coxswain.apiserver.policy.PolicyChecks} says what is wrong with a policy or a
 * binding that is written; {@link io.coxswain.apiserver.policy.Policy} is a policy ready to be
 * evaluated, compiled once for its content; {@link io.coxswain.apiserver.policy.Policies} is the
 * plugin of the admission chain that finds the policies and bindings that a write concerns and
 * refuses it, or warns. {@link io.coxswain.apiserver.policy.MatchConditions} evaluates the
 * conditions of policies and of webhooks.
 *
 * <p>Policies are read from the snapshot of the write. Without any the plugin costs one look at an
 * empty collection. Audit annotations are checked when written and have no effect, since nothing is
 * audited. Types are not checked against the schemas of the matched kinds: upstream does that in
 * kube-controller-manager.
 */
@NullMarked
package io.coxswain.apiserver.policy;

import org.jspecify.annotations.NullMarked;
