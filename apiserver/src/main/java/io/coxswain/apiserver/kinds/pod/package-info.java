/**
 * Pods: what is filled in, what a pod must look like, and what of it may change.
 *
 * <p>Defaults, rules and warnings of the spec are used for pod templates too, so they are asked for
 * with a path. Each class holds those of one part of the spec, in the order in which upstream asks:
 * that order shows in the answers.
 */
@NullMarked
package io.coxswain.apiserver.kinds.pod;

import org.jspecify.annotations.NullMarked;
