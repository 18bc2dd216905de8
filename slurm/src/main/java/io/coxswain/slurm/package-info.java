/**
 * Slurm on Kubernetes: the programs of Soperator.
 *
 * <p>One package per program and per concern; each program's start-up is one class that reads from
 * top to bottom. What is rendered is a pure function of a cluster's values. The programs interact
 * with each other and with everything else only through API objects and through Slurm itself.
 */
@NullMarked
package io.coxswain.slurm;

import org.jspecify.annotations.NullMarked;
