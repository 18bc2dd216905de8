/**
 * Gangs: pods of a job that a scheduler starts together or not at all. {@link
 * io.coxswain.trainer.plugins.podgroup.CoSchedulingPlugin} and {@link
 * io.coxswain.trainer.plugins.podgroup.VolcanoPlugin} each mark the pods and make the PodGroup that
 * their scheduler wants; what the gang needs is added up by {@link
 * io.coxswain.trainer.plugins.podgroup.Gang}.
 *
 * <p>A PodGroup is changed only while its job is suspended. Where the server does not have the
 * kind, the plugin makes no requests until a runtime uses it.
 */
@NullMarked
package io.coxswain.trainer.plugins.podgroup;

import org.jspecify.annotations.NullMarked;
