/**
 * Container output in files. {@link io.coxswain.node.logs.PodLogs} is the entry point: it creates
 * the {@link io.coxswain.node.logs.ContainerLog} that a starting container writes to, and opens a
 * {@link io.coxswain.node.logs.LogStream} over the output, for {@code kubectl logs}.
 *
 * <p>Lines are stored as a kubelet's container runtime does: time, stream, {@code F} for a full
 * line or {@code P} for a partial one, text. Standard output and standard error arrive here as one
 * stream, in the order written, and are both marked {@code stdout}. A log is a sequence of files,
 * each up to {@link io.coxswain.node.logs.LogFiles#SEGMENT_BYTES}; the oldest are deleted, so one
 * container never takes more than {@link io.coxswain.node.logs.LogFiles#SEGMENTS} of them. The log
 * of the previous container is kept until the pod is deleted.
 *
 * <p>The writer wakes followers; they end when the container does.
 */
@NullMarked
package io.coxswain.node.logs;

import org.jspecify.annotations.NullMarked;
