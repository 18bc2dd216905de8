/**
 * Nodes with simulated containers: thousands of them in one process, in real or virtual time.
 *
 * <p>{@link io.coxswain.node.simulated.SimulatedNodes} manages every Node with the label {@code
 * coxswain.io/node-kind: simulated}, regardless of its creator: lease, status, the pods bound to
 * it. The behaviour of a container is data: a {@link io.coxswain.node.simulated.Stage} moves a
 * matching container from one state to another after some time. {@link
 * io.coxswain.node.simulated.Stages} contains the default ones and those that a user specifies in
 * YAML; {@code SimulatedPod} applies them, and everything else (init containers, sidecars,
 * restarts, phases, conditions) is that of any pod ({@link io.coxswain.node.pod}).
 *
 * <p>The default stages: a container starts and is ready immediately (a readiness probe's {@code
 * initialDelaySeconds} is applied), runs until it is asked to stop, and then exits immediately with
 * 143; an init container exits immediately with 0; a container of a pod owned by a Job exits with 0
 * after a second. Annotations of a pod change that for all its containers, or with the suffix
 * {@code .<container>} for one: {@code simulated.coxswain.io/start-delay}, {@code ready-delay},
 * {@code run-for}, {@code exit-code}, {@code exit-reason}, {@code stop-delay}, {@code log}, {@code
 * cpu}, {@code memory}.
 *
 * <p>Guarantees: all times are exact on the given clock, all randomness comes from its entropy, and
 * there is no task per node or pod. After a restart the program continues with the state in the
 * API. Nothing listens on a simulated pod's address, and no command can be run in it.
 */
@NullMarked
package io.coxswain.node.simulated;

import org.jspecify.annotations.NullMarked;
