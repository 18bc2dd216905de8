/**
 * The kinds of OpenKruise in which Slurm's workers are written.
 *
 * <p>Jackson beans with the fields that are written here; other fields of the kinds are ignored.
 * Null is not written.
 */
@NullMarked
package io.coxswain.api.kruise;

import org.jspecify.annotations.NullMarked;
