/**
 * The plugin framework: how a runtime's template becomes the objects of one training job.
 *
 * <p>A {@link io.coxswain.trainer.framework.Plugin} takes part at one or more extension points,
 * each a small interface: {@link io.coxswain.trainer.framework.EnforceMLPolicy}, {@link
 * io.coxswain.trainer.framework.EnforcePodGroupPolicy}, {@link
 * io.coxswain.trainer.framework.EnforcePodSpec}, {@link
 * io.coxswain.trainer.framework.PreComponentBuilder} and {@link
 * io.coxswain.trainer.framework.ComponentBuilder} build, in this order; {@link
 * io.coxswain.trainer.framework.CustomValidation} refuses, {@link
 * io.coxswain.trainer.framework.TrainJobStatusPlugin} reports, and {@link
 * io.coxswain.trainer.framework.WatchExtension} and {@link
 * io.coxswain.trainer.framework.ReadExtension} say what a plugin needs to hear of and to see.
 * {@link io.coxswain.trainer.framework.Framework} calls them all.
 *
 * <p>Guarantees: plugins are always called in the one order in which they were registered, so that
 * the same job and runtime always give the same objects; what they change is a {@link
 * io.coxswain.trainer.framework.RuntimeInfo} made for this one build; they do no I/O: what they
 * need to see was read before and comes as {@link io.coxswain.trainer.framework.Children}.
 */
@NullMarked
package io.coxswain.trainer.framework;

import org.jspecify.annotations.NullMarked;
