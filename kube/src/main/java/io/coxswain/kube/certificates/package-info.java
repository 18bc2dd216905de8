/**
 * Certificates on request: the three controllers of CertificateSigningRequests.
 *
 * <ul>
 *   <li>{@link io.coxswain.kube.certificates.ApprovingReconciler} approves what a kubelet asks for
 *       to talk to the API server, if whoever asks may have that; it asks the server by a
 *       SubjectAccessReview.
 *   <li>{@link io.coxswain.kube.certificates.CsrSigningReconciler}, one for each signer that has a
 *       certificate authority, signs what is approved, or says why it will not: {@link
 *       io.coxswain.kube.certificates.SignerRules}. What is signed, and for how long, is decided by
 *       {@link io.coxswain.kube.certificates.Validity} and {@link
 *       io.coxswain.kube.certificates.Usages}; X.509 itself is Bouncy Castle's.
 *   <li>{@link io.coxswain.kube.certificates.CsrCleaningReconciler} deletes requests that are over.
 * </ul>
 *
 * <p>A request that has its certificate is never touched again but by the cleaner. Authorities in
 * files are read anew when the files change.
 */
@NullMarked
package io.coxswain.kube.certificates;

import org.jspecify.annotations.NullMarked;
