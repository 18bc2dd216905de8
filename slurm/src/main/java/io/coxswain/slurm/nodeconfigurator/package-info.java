/**
 * Runs something on every machine: the DaemonSet of a NodeConfigurator, with the rebooter or a
 * container of one's own. Entry: {@link
 * io.coxswain.slurm.nodeconfigurator.NodeConfiguratorController}.
 *
 * <p>Guarantees: the DaemonSet is its NodeConfigurator's and goes with it. The status is never
 * written: the kind has none of its own.
 */
@NullMarked
package io.coxswain.slurm.nodeconfigurator;

import org.jspecify.annotations.NullMarked;
