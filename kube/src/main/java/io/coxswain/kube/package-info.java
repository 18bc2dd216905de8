/**
 * The controllers of kube-controller-manager, one package each. {@link
 * io.coxswain.kube.KubeControllers} adds them to a manager. All packages have the same structure: a
 * controller (watches and options), a reconciler (observe, plan, apply), a plan (pure decision) and
 * the status computation (pure).
 */
@NullMarked
package io.coxswain.kube;

import org.jspecify.annotations.NullMarked;
