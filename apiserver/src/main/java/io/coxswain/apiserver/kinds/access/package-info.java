/**
 * Roles and bindings as kinds: their defaults and the rules for their form. What they grant is
 * decided in {@code auth}.
 */
@NullMarked
package io.coxswain.apiserver.kinds.access;

import org.jspecify.annotations.NullMarked;
