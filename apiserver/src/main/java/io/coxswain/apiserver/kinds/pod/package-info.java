/**
 * Pods: defaults, validation and allowed updates.
 *
 * <p>Defaults, rules and warnings of the spec are shared with pod templates, so they take a path.
 * Each class handles one part of the spec, in upstream's order, which is visible in the responses.
 */
@NullMarked
package io.coxswain.apiserver.kinds.pod;

import org.jspecify.annotations.NullMarked;
