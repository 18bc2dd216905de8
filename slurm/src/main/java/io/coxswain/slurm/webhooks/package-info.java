/**
 * Admission of SlurmClusters, NodeSets and protected Secrets. {@link
 * io.coxswain.slurm.webhooks.SlurmWebhooks} contains the handlers by path, and the webhook
 * configurations.
 *
 * <p>Rejects what upstream rejects, in its words. Problems that the operator itself finds in a
 * cluster are reported in conditions and events, not here: an object stored by an earlier version
 * must stay editable.
 */
@NullMarked
package io.coxswain.slurm.webhooks;

import org.jspecify.annotations.NullMarked;
