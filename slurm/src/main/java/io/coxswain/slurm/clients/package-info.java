/**
 * The Slurm clusters of a program: one client for each SlurmCluster object.
 *
 * <p>{@link io.coxswain.slurm.clients.SlurmClients} provides clients, {@link
 * io.coxswain.slurm.clients.SlurmConnector} creates them, {@link
 * io.coxswain.slurm.clients.SlurmClientsController} keeps the set equal to the objects. A client
 * lives as long as its SlurmCluster and its address; a client is created on request even if that
 * controller has not seen the cluster yet, or is disabled.
 */
@NullMarked
package io.coxswain.slurm.clients;

import org.jspecify.annotations.NullMarked;
