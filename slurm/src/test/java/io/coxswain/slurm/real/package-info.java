/**
 * Against Slurm 22.05 as Debian packages it, started by the tests themselves. Where the packages
 * are missing the tests say so and are skipped.
 */
package io.coxswain.slurm.real;
