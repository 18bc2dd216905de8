/**
 * Measurements. {@link io.coxswain.bench.BenchCommand} is {@code coxswain bench}; {@link
 * io.coxswain.bench.ApiBench} measures an API server over HTTPS: that of a kubeconfig, so that
 * another can be compared with ours, or, without one, ours in its own process, including its start
 * time and memory.
 *
 * <p>{@link io.coxswain.bench.RuntimeBench} compares the controller runtime with others, each in
 * its own process against one API server. {@link io.coxswain.bench.OwnContender} is ours; the
 * sources of the others are resources that {@link io.coxswain.bench.Peers} builds when they are
 * needed.
 *
 * <p>The clients here are as cheap as possible ({@link io.coxswain.bench.Wire}), because on one
 * host they take processor time from the measured server. A bare echo of the same HTTP stack
 * ({@link io.coxswain.bench.EchoServer}) measures the upper bound on that host; ratios to it mean
 * more than the absolute numbers.
 *
 * <p>This module reads real clocks and opens sockets itself: it measures the outside world.
 */
@NullMarked
package io.coxswain.bench;

import org.jspecify.annotations.NullMarked;
