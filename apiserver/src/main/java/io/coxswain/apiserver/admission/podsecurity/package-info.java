/**
 * The pod security standards: what namespaces demand of their pods by labels ({@code
 * pod-security.kubernetes.io/enforce} and {@code /warn}), and the checks behind the levels. {@link
 * io.coxswain.apiserver.admission.podsecurity.Checks} is the list to read; each check looks at a
 * {@link io.coxswain.apiserver.admission.podsecurity.Subject} and says what is wrong in upstream's
 * words. Labels for audit are checked but have no effect: there is no audit log.
 */
@NullMarked
package io.coxswain.apiserver.admission.podsecurity;

import org.jspecify.annotations.NullMarked;
