/**
 * Programs under exactly the roles that {@code deploy} gives them, on a real API server. {@link
 * io.coxswain.real.roles.RolesIT} shows that they do their work, and that they are refused with one
 * verb less: so the real authorizer was asked.
 */
@NullMarked
package io.coxswain.real.roles;

import org.jspecify.annotations.NullMarked;
