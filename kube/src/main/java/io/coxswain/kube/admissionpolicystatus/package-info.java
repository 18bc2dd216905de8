/**
 * The ValidatingAdmissionPolicy status controller: reports expressions that do not fit the types of
 * the objects they match.
 *
 * <p>{@link io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusController} registers it.
 * {@code KnownTypes} finds the schemas of the kinds that a policy matches: built-in kinds are
 * known, custom kinds are read from their CRDs. {@code TypeCheck} compiles the expressions against
 * them and is pure. {@code AdmissionPolicyStatusReconciler} applies the result.
 *
 * <p>Guarantees: a policy is checked once per generation, and types that cannot be resolved cause
 * no warning. Recursive kinds such as CustomResourceDefinition are not checked, as upstream.
 */
@NullMarked
package io.coxswain.kube.admissionpolicystatus;

import org.jspecify.annotations.NullMarked;
