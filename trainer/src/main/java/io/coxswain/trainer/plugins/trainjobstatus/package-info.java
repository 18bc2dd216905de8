/**
 * Progress of jobs: passes to training containers the address of the status server, a token that is
 * valid only for their own job, and the CA to trust. Behind the gate TrainJobStatus.
 */
@NullMarked
package io.coxswain.trainer.plugins.trainjobstatus;

import org.jspecify.annotations.NullMarked;
