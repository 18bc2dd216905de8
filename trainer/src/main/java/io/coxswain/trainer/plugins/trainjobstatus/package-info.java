/**
 * Progress of jobs: gives training containers the address of the status server, a token that is
 * good for their own job alone, and the authority to trust. Behind the gate TrainJobStatus.
 */
@NullMarked
package io.coxswain.trainer.plugins.trainjobstatus;

import org.jspecify.annotations.NullMarked;
