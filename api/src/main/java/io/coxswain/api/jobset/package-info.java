/**
 * The kind {@code jobset.x-k8s.io/v1alpha2 JobSet} as Java types; {@link
 * io.coxswain.api.jobset.JobSet} is the entry.
 *
 * <p>Plain beans for Jackson: what is null or empty is not written, so that an object read and
 * written again stays as it was. Counters of the status are always written, as upstream does. Words
 * with few allowed values are strings, not enums: an object of a newer server must still be
 * readable. Annotations say what the {@linkplain io.coxswain.api.crd definition of the kind} says;
 * nothing here checks them.
 */
@NullMarked
package io.coxswain.api.jobset;

import org.jspecify.annotations.NullMarked;
