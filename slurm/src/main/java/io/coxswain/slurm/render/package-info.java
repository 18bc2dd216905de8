/**
 * Every object of a Slurm cluster, as pure functions of its {@linkplain io.coxswain.slurm.values
 * values}.
 *
 * <p>{@link io.coxswain.slurm.render.ClusterRender} is the entry point: it returns the groups of a
 * cluster in the order in which they are written, each a list of {@linkplain
 * io.coxswain.slurm.render.Step steps} with one object and its dependencies each. {@link
 * io.coxswain.slurm.render.NodeSetRender} does the same for the workers of one NodeSet. Below them
 * there is one small class for each component, and {@linkplain io.coxswain.slurm.render.config one
 * for each file}.
 *
 * <p>Rendering is lazy by step: an error in one component does not block the others. Equal values
 * yield equal objects, including the order of lists. Objects have no owner; the writer sets it.
 */
@NullMarked
package io.coxswain.slurm.render;

import org.jspecify.annotations.NullMarked;
