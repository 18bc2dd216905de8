/**
 * The controllers of the program. {@link io.coxswain.kube.host.controllers.Descriptors} lists all
 * controllers of upstream, in its order, with their names and conditions; cloud provider
 * controllers are only known by name. {@link io.coxswain.kube.host.controllers.ControllerContext}
 * is passed to constructors: a manager with the identity of the controller, the options, and the
 * kinds the API server serves. {@link io.coxswain.kube.host.controllers.ControllerSet} builds the
 * enabled ones. {@link io.coxswain.kube.host.controllers.KubeControllerLog} has the wording of
 * their log lines.
 */
@NullMarked
package io.coxswain.kube.host.controllers;

import org.jspecify.annotations.NullMarked;
