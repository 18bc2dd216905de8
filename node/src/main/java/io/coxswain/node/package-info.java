/**
 * Nodes and the scheduler. {@link io.coxswain.node.scheduler.Scheduler} binds each pending pod to a
 * node; {@link io.coxswain.node.process.ProcessNodes} are nodes whose containers are processes of
 * this host, with their output kept by {@link io.coxswain.node.logs.PodLogs}.
 *
 * <p>Everything is built on the controller runtime and uses {@link io.coxswain.env.Env} for I/O and
 * time, so the same classes run in production and in simulation.
 */
@NullMarked
package io.coxswain.node;

import org.jspecify.annotations.NullMarked;
