/**
 * Property tests for JUnit: a {@link io.coxswain.evidence.property.Property} method is called many
 * times with generated arguments.
 *
 * <p>Arguments come from an {@link io.coxswain.evidence.property.Arbitrary}: the one returned by a
 * {@link io.coxswain.evidence.property.Provide} method, or one derived from the type of the
 * parameter and the constraints in its annotations. Values grow with the number of tries; numbers
 * and collections are generated at the limits of their ranges more often than elsewhere.
 *
 * <p>Guarantees: the arguments depend only on the seed, which is derived from the name of the
 * method unless it is set, so a failure is reproducible. On a failure smaller arguments are
 * generated until no smaller ones fail; the message contains the smallest ones with their seed. The
 * system property {@code coxswain.property.seed} adds a number to all seeds.
 */
@NullMarked
package io.coxswain.evidence.property;

import org.jspecify.annotations.NullMarked;
