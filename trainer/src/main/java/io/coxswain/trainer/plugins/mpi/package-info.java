/**
 * MPI: a launcher that reaches the nodes by ssh. {@link io.coxswain.trainer.plugins.mpi.MPIPlugin}
 * mounts a key pair into all of them, made once for each job, and gives the launcher the list of
 * hosts. DeepSpeed and MLX are runtimes of this kind.
 */
@NullMarked
package io.coxswain.trainer.plugins.mpi;

import org.jspecify.annotations.NullMarked;
