/**
 * Admission of SlurmClusters, NodeSets and protected Secrets. {@link
 * io.coxswain.slurm.webhooks.SlurmWebhooks} says what answers on which path, and the configuration
 * by which a server asks.
 *
 * <p>Refuses what upstream refuses, in its words. What the operator itself finds wrong with a
 * cluster it tells in conditions and events, not here: an object stored by an earlier version must
 * stay editable.
 */
@NullMarked
package io.coxswain.slurm.webhooks;

import org.jspecify.annotations.NullMarked;
