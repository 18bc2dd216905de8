/**
 * A Slurm cluster that only pretends, for tests in virtual time: nodes with states, jobs that run
 * on them, accounting, behind the REST API of slurmrestd, with faults at the calls that a test
 * chooses.
 */
@NullMarked
package io.coxswain.slurm.simulated;

import org.jspecify.annotations.NullMarked;
