/**
 * The three controllers of CertificateSigningRequests, and the cleaner of PodCertificateRequests.
 *
 * <ul>
 *   <li>{@link io.coxswain.kube.certificates.ApprovingReconciler} approves client certificates of
 *       kubelets after a SubjectAccessReview of the requester.
 *   <li>{@link io.coxswain.kube.certificates.CsrSigningReconciler}, one for each signer with a CA,
 *       signs approved requests or fails them with a reason: {@link
 *       io.coxswain.kube.certificates.SignerRules}. {@link io.coxswain.kube.certificates.Validity}
 *       and {@link io.coxswain.kube.certificates.Usages} decide the content of the certificate;
 *       Bouncy Castle encodes it.
 *   <li>{@link io.coxswain.kube.certificates.CsrCleaningReconciler} deletes old requests.
 *   <li>{@link io.coxswain.kube.certificates.PodRequestCleaningReconciler} deletes
 *       PodCertificateRequests 15 minutes after their creation.
 * </ul>
 *
 * <p>After its certificate has been issued, only the cleaner touches a request. CA files are
 * reloaded when they change.
 */
@NullMarked
package io.coxswain.kube.certificates;

import org.jspecify.annotations.NullMarked;
