/**
 * Every object that a Slurm cluster consists of, as pure functions of its {@linkplain
 * io.coxswain.slurm.values values}.
 *
 * <p>{@link io.coxswain.slurm.render.ClusterRender} is the way in: it gives the groups of a cluster
 * in the order in which they are written, each a list of {@linkplain io.coxswain.slurm.render.Step
 * steps} that say what becomes of one object and on what its pods depend. {@link
 * io.coxswain.slurm.render.NodeSetRender} does the same for the workers of one NodeSet. Below them
 * stands one small class for each component, and {@linkplain io.coxswain.slurm.render.config one
 * for each file}.
 *
 * <p>Rendering is lazy by step: what is wrong with one component does not keep the others from
 * being written. Equal values give equal objects, down to the order of lists. Objects carry no
 * owner; who writes them knows it.
 */
@NullMarked
package io.coxswain.slurm.render;

import org.jspecify.annotations.NullMarked;
