/**
 * The controllers of kube-controller-manager, one package each. {@link
 * io.coxswain.kube.KubeControllers} adds them to a manager; who has read one package has read all:
 * a controller (what is watched), a reconciler (observe, plan, apply), a plan (the decision, pure)
 * and the status arithmetic (pure).
 */
@NullMarked
package io.coxswain.kube;

import org.jspecify.annotations.NullMarked;
