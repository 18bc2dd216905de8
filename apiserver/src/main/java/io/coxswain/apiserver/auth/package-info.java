/**
 * Authentication and authorization.
 *
 * <p>A {@link io.coxswain.apiserver.auth.User} is a name with groups, whatever the means of
 * authentication. Nothing here blocks, and no secret is ever written to a log or an error.
 */
@NullMarked
package io.coxswain.apiserver.auth;

import org.jspecify.annotations.NullMarked;
