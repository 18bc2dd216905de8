/**
 * The operator of {@code docs/tutorial.md}: {@link io.coxswain.tutorial.Dataset} is the kind,
 * {@link io.coxswain.tutorial.DatasetOperator} all the rest of it. The page quotes these files, and
 * a test checks that they agree.
 *
 * <p>Keeps one ConfigMap for each part of a Dataset, named after it, and counts in the status how
 * many parts have been marked as fetched. Does not fetch anything.
 */
@NullMarked
package io.coxswain.tutorial;

import org.jspecify.annotations.NullMarked;
