/**
 * The serving certificates of a program.
 *
 * <p>An {@link io.coxswain.runtime.certificates.IdentitySource} supplies the current certificate;
 * {@link io.coxswain.runtime.certificates.ServingTls} requests it at each handshake, so that a new
 * certificate needs no restart and does not affect open connections. There are two sources: {@link
 * io.coxswain.runtime.certificates.CertificateWatcher} reads files that are updated externally,
 * {@link io.coxswain.runtime.rotation.CertRotation} creates certificates, stores them in a Secret
 * and publishes the CA to the API server.
 */
@NullMarked
package io.coxswain.runtime.certificates;

import org.jspecify.annotations.NullMarked;
