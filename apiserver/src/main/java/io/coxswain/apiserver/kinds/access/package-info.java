/**
 * The kinds that say who may do what: roles and bindings, questions about access, and the
 * configurations of admission webhooks, with their defaults and the rules for their form. What they
 * do is decided in {@code auth} and {@code admission.webhook}.
 */
@NullMarked
package io.coxswain.apiserver.kinds.access;

import org.jspecify.annotations.NullMarked;
