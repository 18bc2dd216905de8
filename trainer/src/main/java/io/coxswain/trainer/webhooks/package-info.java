/**
 * Admission of TrainJobs and runtimes. {@link io.coxswain.trainer.webhooks.TrainerWebhooks} answers
 * on upstream's paths and makes the configurations by which a server asks.
 *
 * <p>A job is judged by the runtime that it has or will have: the snapshot once there is one, the
 * live runtime before. What is refused is refused in upstream's words, all of it at once.
 */
@NullMarked
package io.coxswain.trainer.webhooks;

import org.jspecify.annotations.NullMarked;
