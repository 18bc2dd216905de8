/**
 * The kinds of OpenKruise that Slurm's workers are written as.
 *
 * <p>Small beans for Jackson with the fields that are written here; what else the kinds have is not
 * read. Null is not written.
 */
@NullMarked
package io.coxswain.api.kruise;

import org.jspecify.annotations.NullMarked;
