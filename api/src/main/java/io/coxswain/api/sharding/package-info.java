/**
 * Shard selectors of lists and watches, as Kubernetes 1.36 defines them (KEP-5866).
 *
 * <p>Both sides use them: a server selects objects by them, and a manager that runs as several
 * active shards asks for its part of the objects. On a server without the feature the manager
 * applies the same selector to what it receives.
 */
@NullMarked
package io.coxswain.api.sharding;

import org.jspecify.annotations.NullMarked;
