/**
 * Conversations recorded from the real kube-apiserver and kube-controller-manager v1.35.8, replayed
 * in virtual time against our server and our controllers.
 */
@NullMarked
package io.coxswain.kube.transcript;

import org.jspecify.annotations.NullMarked;
