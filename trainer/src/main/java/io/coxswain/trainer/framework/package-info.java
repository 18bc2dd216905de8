/**
 * The plugin framework: it builds the objects of one training job from a runtime's template.
 *
 * <p>A {@link io.coxswain.trainer.framework.Plugin} takes part at one or more extension points,
 * each a small interface: {@link io.coxswain.trainer.framework.EnforceMLPolicy}, {@link
 * io.coxswain.trainer.framework.EnforcePodGroupPolicy}, {@link
 * io.coxswain.trainer.framework.EnforcePodSpec}, {@link
 * io.coxswain.trainer.framework.PreComponentBuilder} and {@link
 * io.coxswain.trainer.framework.ComponentBuilder} build, in this order; {@link
 * io.coxswain.trainer.framework.CustomValidation} validates, {@link
 * io.coxswain.trainer.framework.TrainJobStatusPlugin} reports, and {@link
 * io.coxswain.trainer.framework.WatchExtension} and {@link
 * io.coxswain.trainer.framework.ReadExtension} declare what a plugin watches and reads. {@link
 * io.coxswain.trainer.framework.Framework} calls them all.
 *
 * <p>Guarantees: plugins are always called in the order of their registration, so that equal jobs
 * and runtimes yield equal objects; they modify a {@link io.coxswain.trainer.framework.RuntimeInfo}
 * created for this one build; they perform no I/O: what they declared was read before and is passed
 * as {@link io.coxswain.trainer.framework.Children}.
 */
@NullMarked
package io.coxswain.trainer.framework;

import org.jspecify.annotations.NullMarked;
