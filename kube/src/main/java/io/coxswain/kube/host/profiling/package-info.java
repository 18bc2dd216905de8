/**
 * Profiles of the process in the format of pprof, for {@code /debug/pprof}.
 *
 * <p>{@link io.coxswain.kube.host.profiling.Profile} collects weighted stacks and encodes them;
 * {@link io.coxswain.kube.host.profiling.ThreadStacks}, {@link
 * io.coxswain.kube.host.profiling.ClassHistogram} and {@link
 * io.coxswain.kube.host.profiling.CpuSampler} are the sources: threads, including virtual ones, the
 * heap by class, and processor time by Flight Recorder.
 */
@NullMarked
package io.coxswain.kube.host.profiling;

import org.jspecify.annotations.NullMarked;
