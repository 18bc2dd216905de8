/**
 * The kinds of the MariaDB operator in which a Slurm cluster's accounting is written, and the parts
 * of them that a SlurmCluster contains.
 *
 * <p>Jackson beans with the fields that are written here; other fields of the kinds are ignored.
 * Null is not written.
 */
@NullMarked
package io.coxswain.api.mariadb;

import org.jspecify.annotations.NullMarked;
