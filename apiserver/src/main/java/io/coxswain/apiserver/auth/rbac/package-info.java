/**
 * RBAC: roles, bindings, and who may write them.
 *
 * <p>{@link io.coxswain.apiserver.auth.rbac.RoleAuthorizer} decides by the roles and bindings of
 * the current snapshot. It parses them once and caches the result until one of the four collections
 * changes; a member of {@code system:masters} is allowed before any lookup. {@link
 * io.coxswain.apiserver.auth.rbac.EscalationPlugin} prevents users from granting permissions that
 * they do not hold. {@link io.coxswain.apiserver.auth.rbac.BootstrapRoles} creates the roles of a
 * new cluster.
 */
@NullMarked
package io.coxswain.apiserver.auth.rbac;

import org.jspecify.annotations.NullMarked;
