/**
 * Nodes whose containers only pretend: thousands of them in one process, in real or virtual time.
 *
 * <p>{@link io.coxswain.node.simulated.SimulatedNodes} takes every Node with the label {@code
 * coxswain.io/node-kind: simulated}, whoever made it, and lives its life: lease, status, the pods
 * bound to it. What a container does is data: a {@link io.coxswain.node.simulated.Stage} says that
 * a container in some state, if it is meant, gets into another state after some time. {@link
 * io.coxswain.node.simulated.Stages} holds the default ones and those that a user gives in YAML;
 * {@code SimulatedPod} goes through them, and all else (init containers, sidecars, restarts,
 * phases, conditions) is that of any pod ({@link io.coxswain.node.pod}).
 *
 * <p>The default stages: a container starts and is ready at once (a readiness probe's {@code
 * initialDelaySeconds} counts), runs until it is told to stop, and then ends at once with 143; an
 * init container ends at once with 0; a container of a pod that a Job owns ends with 0 after a
 * second. Annotations of a pod change that for all its containers, or with {@code .<container>}
 * after the name for one: {@code simulated.coxswain.io/start-delay}, {@code ready-delay}, {@code
 * run-for}, {@code exit-code}, {@code exit-reason}, {@code stop-delay}, {@code log}, {@code cpu},
 * {@code memory}.
 *
 * <p>Guarantees: all times are exact on the given clock, all chance comes from its entropy, and
 * there is no task per node or pod. When the program starts anew it goes on with what the API
 * remembers. Nothing listens on a simulated pod's address, and no command can be run in it.
 */
@NullMarked
package io.coxswain.node.simulated;

import org.jspecify.annotations.NullMarked;
