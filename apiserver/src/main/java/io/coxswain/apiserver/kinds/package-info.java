/**
 * The kinds of the server. A kind is data ({@link io.coxswain.apiserver.kinds.KindFacts}) plus a
 * small {@link io.coxswain.apiserver.kinds.Strategy}: its defaults, server-owned fields, rules, and
 * selectable fields. {@link io.coxswain.apiserver.builtin.BuiltInKinds} is the table of built-in
 * kinds; {@link io.coxswain.apiserver.kinds.KindRegistry} adds those of CRDs.
 *
 * <p>Strategies are pure except for the {@link io.coxswain.apiserver.kinds.WriteContext} they are
 * given; they work on Jackson trees and never see a request.
 */
@NullMarked
package io.coxswain.apiserver.kinds;

import org.jspecify.annotations.NullMarked;
