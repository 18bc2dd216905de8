/**
 * The kinds that the server knows. A kind is data ({@link io.coxswain.apiserver.kinds.KindFacts})
 * plus a small {@link io.coxswain.apiserver.kinds.Strategy}: its defaults, what the server sets and
 * keeps, its rules, and the fields that selectors may name. {@link
 * io.coxswain.apiserver.builtin.BuiltInKinds} is the table of those built in; {@link
 * io.coxswain.apiserver.kinds.KindRegistry} adds those that CustomResourceDefinitions define.
 *
 * <p>Strategies are pure but for the {@link io.coxswain.apiserver.kinds.WriteContext} they are
 * given; they work on Jackson trees and never see a request.
 */
@NullMarked
package io.coxswain.apiserver.kinds;

import org.jspecify.annotations.NullMarked;
