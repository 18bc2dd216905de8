/**
 * The Slurm clusters that a program talks to: one client for each SlurmCluster object.
 *
 * <p>{@link io.coxswain.slurm.clients.SlurmClients} gives out clients, {@link
 * io.coxswain.slurm.clients.SlurmConnector} makes them, {@link
 * io.coxswain.slurm.clients.SlurmClientsController} keeps the set equal to the objects. A client
 * lives as long as its SlurmCluster and its address; whoever asks for one gets it even before that
 * controller has seen the cluster, or where it is switched off.
 */
@NullMarked
package io.coxswain.slurm.clients;

import org.jspecify.annotations.NullMarked;
