/**
 * The controllers of the program. {@link io.coxswain.kube.host.controllers.Descriptors} is the
 * table of all that upstream has, in its order, with the names and conditions under which each
 * runs; those that are not here have no constructor, those of cloud providers are only known by
 * name. {@link io.coxswain.kube.host.controllers.ControllerContext} is what constructors get: a
 * manager as the controller's own account sees it, the options, the kinds the server offers. {@link
 * io.coxswain.kube.host.controllers.ControllerSet} builds a selection of them.
 */
@NullMarked
package io.coxswain.kube.host.controllers;

import org.jspecify.annotations.NullMarked;
