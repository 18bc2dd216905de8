/**
 * The program {@code in-place-restart-agent}, which runs in every pod of a JobSet whose restart
 * strategy is {@code InPlaceRestart}. It holds the pod's work behind a barrier until all pods of
 * the JobSet have reached the same attempt, and exits with a specific code when an attempt has
 * ended, so that the kubelet restarts the pod's containers in place. The controller's side is
 * {@code InPlaceRestart}.
 *
 * <p>{@link io.coxswain.jobset.agent.AgentProgram} is the start-up; {@code AgentPlan} decides and
 * is pure. There are two ways to hold work back: as a sidecar the agent serves the startup probe
 * ({@code ProbeBarrier}), as the main container it starts the work itself ({@code WorkerBarrier}).
 *
 * <p>Guarantees: an attempt is announced once in the life of an agent, based on the server's state
 * at that time, because a cache may be older than the previous life. Work that runs concurrently in
 * several pods has the same attempt. The first reason to end determines the exit code, and no work
 * outlives the agent.
 */
@NullMarked
package io.coxswain.jobset.agent;

import org.jspecify.annotations.NullMarked;
