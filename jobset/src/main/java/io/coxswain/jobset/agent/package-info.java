/**
 * The program {@code in-place-restart-agent}, which runs in every pod of a JobSet whose restart
 * strategy is {@code InPlaceRestart}. It holds the pod's work behind a barrier until all pods of
 * the JobSet have reached the same attempt, and ends with a certain exit code when an attempt is
 * over, so that the kubelet starts the pod's containers again where they are. The other half is in
 * the controller: {@code InPlaceRestart}.
 *
 * <p>{@link io.coxswain.jobset.agent.AgentProgram} reads as the start-up; {@code AgentPlan} decides
 * and is pure. There are two ways to hold work back: as a sidecar the agent answers the startup
 * probe ({@code ProbeBarrier}), as the main container it starts the work itself ({@code
 * WorkerBarrier}).
 *
 * <p>Guarantees: an attempt is announced once in the life of an agent, by what the server itself
 * says then, since a cache may be older than the life before; work that runs at the same time in
 * several pods is at the same attempt; with the first reason to end the exit code is settled, and
 * no work outlives the agent.
 */
@NullMarked
package io.coxswain.jobset.agent;

import org.jspecify.annotations.NullMarked;
