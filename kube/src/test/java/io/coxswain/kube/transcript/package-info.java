/**
 * Conversations recorded from the real kube-apiserver and kube-controller-manager v1.35.8, replayed
 * in virtual time against ours. {@code TranscriptPlayer} sends the recorded requests, {@code
 * Placeholders} replaces what may differ from run to run, and what is left must be equal.
 */
@NullMarked
package io.coxswain.kube.transcript;

import org.jspecify.annotations.NullMarked;
