/**
 * Admission of TrainJobs and runtimes. {@link io.coxswain.trainer.webhooks.TrainerWebhooks} serves
 * upstream's paths and creates the webhook configurations.
 *
 * <p>A job is validated against the runtime that it has or will have: the snapshot if there is one,
 * otherwise the live runtime. All errors are returned at once, in upstream's words.
 */
@NullMarked
package io.coxswain.trainer.webhooks;

import org.jspecify.annotations.NullMarked;
