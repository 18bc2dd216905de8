/**
 * Many alike kept in little room. Objects of a kind differ in a few bytes: a pod of a Job of 3.2 KB
 * is 120 bytes once it is said as its difference from a few others. Saying so takes about 60 µs and
 * reading it back about 5, so it is not done as objects come but later, to those that have stayed
 * as they are for a while.
 *
 * <p>{@link io.coxswain.api.fold.Body} is the JSON of an object in either form; reading gives the
 * same bytes. {@link io.coxswain.api.fold.IdleCompressor} goes over the objects of one {@link
 * io.coxswain.api.fold.CompressibleObjects} in rounds, a bounded number of them at a time, and
 * rests when there is nothing left to do. {@link io.coxswain.api.fold.EagerCompressor} folds
 * objects as they come.
 *
 * <p>Guarantees: what is folded is what was there, to the byte; who holds an object sees no
 * difference; an object that changes is a new one and begins unfolded; one that does not get
 * smaller stays as it is. Dictionaries are made of the objects themselves and stay in memory, as
 * the objects do; nothing of either is logged.
 */
@NullMarked
package io.coxswain.api.fold;

import org.jspecify.annotations.NullMarked;
