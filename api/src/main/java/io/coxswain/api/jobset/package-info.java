/**
 * The kind {@code jobset.x-k8s.io/v1alpha2 JobSet} as Java types; {@link
 * io.coxswain.api.jobset.JobSet} is the entry point.
 *
 * <p>Jackson beans: null and empty values are not written, so that a round trip preserves an
 * object. Counters of the status are always written, as upstream does. Fields with few allowed
 * values are strings, not enums: an object of a newer server must still be readable. Annotations
 * contain the constraints of the {@linkplain io.coxswain.api.crd CRD}; nothing here checks them.
 */
@NullMarked
package io.coxswain.api.jobset;

import org.jspecify.annotations.NullMarked;
