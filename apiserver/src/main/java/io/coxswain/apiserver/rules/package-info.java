/**
 * The vocabulary of validation rules for built-in kinds.
 *
 * <p>A {@link io.coxswain.apiserver.rules.Field} is a value together with its path and the list of
 * errors. Rules read as sentences: {@code spec.get("replicas").nonNegative()}, {@code
 * port.get("protocol").oneOf(PROTOCOLS)}. {@link io.coxswain.apiserver.rules.Formats} are the text
 * formats of the API: labels, names, ports, addresses. {@link
 * io.coxswain.apiserver.rules.LabelRules} are the rules for labels and selectors.
 *
 * <p>Errors are added in the order in which the rules are applied, which is the order in the
 * response.
 */
@NullMarked
package io.coxswain.apiserver.rules;

import org.jspecify.annotations.NullMarked;
