/**
 * The same scenarios on a real kube-apiserver and etcd, over HTTPS and in real time.
 *
 * <p>With {@code -Dcoxswain.environment=real} every {@link io.coxswain.sim.Simulation} is played by
 * {@link io.coxswain.real.RealEnvironment}: its processes run in this virtual machine as always,
 * but their ports are those of production and their API server is the one that {@link
 * io.coxswain.real.RealServer} started from {@code $KUBEBUILDER_ASSETS}. Between two scenarios
 * {@link io.coxswain.real.EtcdKeys} puts etcd back to what it held after the start. {@code
 * virtual-time.txt} names the tests that cannot run here, each with its reason; whatever is not
 * named there must pass.
 *
 * <p>What is weaker than in virtual time: waits of more than a few seconds that only show that
 * nothing happens are cut short, and there are no faults.
 */
@NullMarked
package io.coxswain.real;

import org.jspecify.annotations.NullMarked;
