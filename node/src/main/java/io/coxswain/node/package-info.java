/**
 * What makes pods move: {@link io.coxswain.node.scheduler.Scheduler} gives each pending pod a node,
 * and {@link io.coxswain.node.process.ProcessNodes} are nodes whose containers are programs of this
 * machine, with their output kept by {@link io.coxswain.node.logs.PodLogs}.
 *
 * <p>All of it is built on the controller runtime and reaches the world through {@link
 * io.coxswain.env.Env}, so the same classes run in production and in simulation.
 */
@NullMarked
package io.coxswain.node;

import org.jspecify.annotations.NullMarked;
