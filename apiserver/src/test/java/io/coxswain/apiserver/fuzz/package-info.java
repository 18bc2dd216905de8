/**
 * Malformed input of every kind, from a seed: {@link io.coxswain.apiserver.fuzz.FuzzTest} sends it,
 * {@link io.coxswain.apiserver.fuzz.Mutations} and {@link io.coxswain.apiserver.fuzz.Seeds} make
 * it.
 */
@NullMarked
package io.coxswain.apiserver.fuzz;

import org.jspecify.annotations.NullMarked;
