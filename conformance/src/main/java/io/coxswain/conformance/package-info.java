/**
 * Conversations recorded from a real kube-apiserver (and kube-controller-manager), replayed in
 * virtual time against our server.
 *
 * <p>{@link io.coxswain.conformance.Transcript} is a recording; {@link
 * io.coxswain.conformance.TranscriptPlayer} sends its requests to the server of a world and records
 * where the responses differ. Values that differ from run to run (UIDs, revisions, times, generated
 * names) are replaced on both sides by placeholders numbered in the order of their first
 * appearance; everything else must be equal.
 */
@NullMarked
package io.coxswain.conformance;

import org.jspecify.annotations.NullMarked;
