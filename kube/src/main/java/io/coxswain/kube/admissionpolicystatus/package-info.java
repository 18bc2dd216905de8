/**
 * The ValidatingAdmissionPolicy status controller: tells the author of a policy which expressions
 * do not fit the types of the objects they are about.
 *
 * <p>{@link io.coxswain.kube.admissionpolicystatus.AdmissionPolicyStatusController} wires it.
 * {@code KnownTypes} finds the schemas of the kinds that a policy matches: those of Kubernetes are
 * known here, those of custom kinds stand in their definitions. {@code TypeCheck} compiles the
 * expressions over them (pure). {@code AdmissionPolicyStatusReconciler} applies the result.
 *
 * <p>Guarantees: a policy is looked at once for each generation; what cannot be resolved is not
 * warned about. Kinds that contain themselves, such as CustomResourceDefinition, are not checked,
 * as upstream.
 */
@NullMarked
package io.coxswain.kube.admissionpolicystatus;

import org.jspecify.annotations.NullMarked;
