/**
 * Runs a container on every node: the DaemonSet of a NodeConfigurator, with the rebooter or a
 * custom container. Entry point: {@link
 * io.coxswain.slurm.nodeconfigurator.NodeConfiguratorController}.
 *
 * <p>Guarantees: the DaemonSet belongs to its NodeConfigurator and is deleted with it. The status
 * is never written, because the kind has none.
 */
@NullMarked
package io.coxswain.slurm.nodeconfigurator;

import org.jspecify.annotations.NullMarked;
