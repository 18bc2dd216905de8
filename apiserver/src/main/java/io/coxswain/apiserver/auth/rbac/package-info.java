/**
 * Roles and bindings: what they allow, and who may write them.
 *
 * <p>{@link io.coxswain.apiserver.auth.rbac.RoleAuthorizer} decides by the roles and bindings of
 * the present snapshot. What it needs of them it reads once and keeps until one of the four
 * collections changes; a member of {@code system:masters} is let through before any of that. {@link
 * io.coxswain.apiserver.auth.rbac.EscalationPlugin} sees to it that nobody grants what they do not
 * hold. {@link io.coxswain.apiserver.auth.rbac.BootstrapRoles} makes the roles that every cluster
 * begins with.
 */
@NullMarked
package io.coxswain.apiserver.auth.rbac;

import org.jspecify.annotations.NullMarked;
