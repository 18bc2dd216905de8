/**
 * Service account tokens, signed and verified here.
 *
 * <p>{@link io.coxswain.apiserver.auth.token.AccountTokens} issues and verifies them; they are JWTs
 * with upstream's claims, signed with ES256. The key is derived from a seed at the first use, so a
 * server without tokens never derives it; keeping the seed keeps tokens valid over a restart.
 * Signatures are deterministic (RFC 6979), so a simulation produces the same tokens for the same
 * seed. A token is valid only while the object it is bound to exists: the same account, pod, secret
 * or node by UID, not another one with that name.
 *
 * <p>No token and no key is ever logged.
 */
@NullMarked
package io.coxswain.apiserver.auth.token;

import org.jspecify.annotations.NullMarked;
