/**
 * What containers print, kept in files. {@link io.coxswain.node.logs.PodLogs} is the entry: it
 * makes the {@link io.coxswain.node.logs.ContainerLog} that a starting container writes to, and
 * opens a {@link io.coxswain.node.logs.LogStream} over what one has written, as {@code kubectl
 * logs} asks for it.
 *
 * <p>Lines are stored as a kubelet's container runtime does: time, stream, {@code F} for a full
 * line or {@code P} for a part of one, text. Standard output and standard error arrive here as one
 * stream, in the order written, and are both marked {@code stdout}. A log is a row of files, each
 * up to {@link io.coxswain.node.logs.LogFiles#SEGMENT_BYTES}; the oldest are deleted, so one
 * container never takes more than {@link io.coxswain.node.logs.LogFiles#SEGMENTS} of them. The log
 * of the container that ran before the present one stays until the pod is gone.
 *
 * <p>A follower is woken by the writer; it ends when the container does.
 */
@NullMarked
package io.coxswain.node.logs;

import org.jspecify.annotations.NullMarked;
