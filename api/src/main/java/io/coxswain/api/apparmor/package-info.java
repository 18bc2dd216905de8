/**
 * The kind of the security profiles operator that confines the containers of a Slurm cluster.
 *
 * <p>Jackson beans with the fields that are written here; other fields of the kinds are ignored.
 * Null is not written.
 */
@NullMarked
package io.coxswain.api.apparmor;

import org.jspecify.annotations.NullMarked;
