/**
 * The kind of the security profiles operator that a Slurm cluster's containers may be confined by.
 *
 * <p>Small beans for Jackson with the fields that are written here; what else the kinds have is not
 * read. Null is not written.
 */
@NullMarked
package io.coxswain.api.apparmor;

import org.jspecify.annotations.NullMarked;
