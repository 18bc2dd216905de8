/**
 * The tokens of service accounts: signed here, verified here.
 *
 * <p>{@link io.coxswain.apiserver.auth.token.AccountTokens} makes and reads them; they are JWTs
 * with upstream's claims, signed with ES256. The key comes from a seed that is asked for at the
 * first use, so a server that never sees a token never makes a key; whoever keeps the seed keeps
 * tokens valid over a restart. Signatures are deterministic (RFC 6979), so a simulation gives the
 * same tokens for the same seed. A token is good only while what it is bound to is there: the same
 * account, pod, secret or node, not another one of that name.
 *
 * <p>No token and no key is ever logged.
 */
@NullMarked
package io.coxswain.apiserver.auth.token;

import org.jspecify.annotations.NullMarked;
