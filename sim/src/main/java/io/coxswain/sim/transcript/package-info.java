/**
 * Conversations recorded from a real kube-apiserver (and kube-controller-manager), replayed in
 * virtual time against ours.
 *
 * <p>{@link io.coxswain.sim.transcript.Transcript} is such a recording; {@link
 * io.coxswain.sim.transcript.TranscriptPlayer} sends its requests to the server of a world and
 * notes where the answers differ. What may differ from run to run (UIDs, revisions, times,
 * generated names) is replaced by placeholders numbered in the order of their first appearance, on
 * both sides; what is left must be equal.
 */
@NullMarked
package io.coxswain.sim.transcript;

import org.jspecify.annotations.NullMarked;
