/**
 * TLS over connections of {@link io.coxswain.env.Sockets}.
 *
 * <p>{@link io.coxswain.env.tls.TlsConnection} encrypts an open connection; {@link
 * io.coxswain.env.tls.TrustEveryone} is for peers whose identity is not verified, and {@link
 * io.coxswain.env.tls.NamedServerTrust} for servers at an address that their certificate does not
 * name. Keys and certificates are created and loaded elsewhere.
 */
@NullMarked
package io.coxswain.env.tls;

import org.jspecify.annotations.NullMarked;
