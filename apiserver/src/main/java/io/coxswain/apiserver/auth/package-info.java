/**
 * Who calls, and what they may do.
 *
 * <p>A {@link io.coxswain.apiserver.auth.User} is a name with groups, however it was found out.
 * Nothing here blocks, and no secret is ever written to a log or into an error.
 */
@NullMarked
package io.coxswain.apiserver.auth;

import org.jspecify.annotations.NullMarked;
