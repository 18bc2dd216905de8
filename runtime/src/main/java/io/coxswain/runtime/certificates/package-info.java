/**
 * The certificates that a program serves with.
 *
 * <p>An {@link io.coxswain.runtime.certificates.IdentitySource} knows the certificate of the
 * moment; {@link io.coxswain.runtime.certificates.ServingTls} makes connections that ask it at each
 * handshake, so that a new certificate needs no restart and open connections keep theirs. Two
 * sources: {@link io.coxswain.runtime.certificates.CertificateWatcher} reads files that somebody
 * replaces, {@link io.coxswain.runtime.rotation.CertRotation} makes certificates itself, keeps them
 * in a Secret and tells the API server whom to trust.
 */
@NullMarked
package io.coxswain.runtime.certificates;

import org.jspecify.annotations.NullMarked;
