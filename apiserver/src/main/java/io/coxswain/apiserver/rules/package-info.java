/**
 * The vocabulary in which the rules of built-in kinds are written.
 *
 * <p>A {@link io.coxswain.apiserver.rules.Field} is a value together with its path and the list
 * that takes what is wrong with it. A rule reads as it would be said: {@code spec.get("replicas")
 * .nonNegative()}, {@code port.get("protocol").oneOf(PROTOCOLS)}. {@link
 * io.coxswain.apiserver.rules.Formats} are the texts that the API knows: labels, names, ports,
 * addresses. {@link io.coxswain.apiserver.rules.LabelRules} are the rules of labels and selectors.
 *
 * <p>Errors are added in the order in which the rules are asked, which is the order in which the
 * caller sees them.
 */
@NullMarked
package io.coxswain.apiserver.rules;

import org.jspecify.annotations.NullMarked;
