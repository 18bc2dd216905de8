/**
 * The pod security standards: the levels that namespaces set by labels ({@code
 * pod-security.kubernetes.io/enforce} and {@code /warn}), and the checks of the levels. {@link
 * io.coxswain.apiserver.admission.podsecurity.Checks} lists them; each check examines a {@link
 * io.coxswain.apiserver.admission.podsecurity.Subject} and reports a violation in upstream's words.
 * Labels for audit are validated but have no effect, because there is no audit log.
 */
@NullMarked
package io.coxswain.apiserver.admission.podsecurity;

import org.jspecify.annotations.NullMarked;
