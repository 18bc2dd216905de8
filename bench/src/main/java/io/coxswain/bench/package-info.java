/**
 * Measurements. {@link io.coxswain.bench.BenchCommand} is {@code coxswain bench}; {@link
 * io.coxswain.bench.ApiBench} measures an API server over HTTPS: any that a kubeconfig names, so
 * that another can be put beside ours, or, without one, ours in a process of its own, together with
 * how fast that starts and how much memory it takes.
 *
 * <p>{@link io.coxswain.bench.RuntimeBench} puts the controller runtime beside its peers, each in a
 * process of its own against one API server. {@link io.coxswain.bench.OwnContender} is ours; the
 * sources of the others are resources that {@link io.coxswain.bench.Peers} builds when they are
 * needed.
 *
 * <p>The clients here are as cheap as can be ({@link io.coxswain.bench.Wire}), because on one
 * machine they take the processor from the server they measure. A bare echo of the same HTTP stack
 * ({@link io.coxswain.bench.EchoServer}) says what there is to be had on that machine at all;
 * ratios to it mean more than the numbers themselves.
 *
 * <p>This module reads real clocks and opens sockets by itself: it measures the outside world.
 */
@NullMarked
package io.coxswain.bench;

import org.jspecify.annotations.NullMarked;
