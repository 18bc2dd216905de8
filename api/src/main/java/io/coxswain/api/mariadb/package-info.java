/**
 * The kinds of the MariaDB operator that a Slurm cluster's accounting is written as, and the parts
 * of them that a SlurmCluster itself contains.
 *
 * <p>Small beans for Jackson with the fields that are written here; what else the kinds have is not
 * read. Null is not written.
 */
@NullMarked
package io.coxswain.api.mariadb;

import org.jspecify.annotations.NullMarked;
