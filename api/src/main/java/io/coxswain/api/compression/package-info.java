/**
 * Dictionary compression for cached JSON objects of one kind. Objects of a kind differ in a few
 * bytes: a pod of a Job of 3.2 KB takes 120 bytes as the difference from a few others. Compressing
 * takes about 60 µs and decompressing about 5, so it is not done on arrival but later, for objects
 * that have not changed for a while.
 *
 * <p>{@link io.coxswain.api.compression.Body} is the JSON of an object in either form; reading
 * returns the same bytes. {@link io.coxswain.api.compression.IdleCompressor} visits the objects of
 * one {@link io.coxswain.api.compression.CompressibleObjects} in rounds, a bounded number of them
 * at a time, and is idle when there is nothing to do. {@link
 * io.coxswain.api.compression.EagerCompressor} compresses objects on arrival.
 *
 * <p>Guarantees: decompression is lossless, to the byte; a holder of an object sees no difference;
 * a changed object is a new one and starts uncompressed; an object that does not get smaller stays
 * as it is. Dictionaries are made of the objects themselves and stay in memory, like the objects;
 * nothing of either is logged.
 */
@NullMarked
package io.coxswain.api.compression;

import org.jspecify.annotations.NullMarked;
