/**
 * Access-related kinds: roles and bindings, access reviews, and the configurations of admission
 * webhooks, with their defaults and validation. {@code auth} and {@code admission.webhook}
 * implement their behaviour.
 */
@NullMarked
package io.coxswain.apiserver.kinds.access;

import org.jspecify.annotations.NullMarked;
