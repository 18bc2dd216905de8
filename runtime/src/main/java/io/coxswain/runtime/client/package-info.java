/**
 * Reading and writing API objects. {@link io.coxswain.runtime.client.Client} reads from the shared
 * cache and writes to the server; every object handed out is a private copy. A write made during a
 * reconcile pass is remembered for that pass's key, so that the next pass for the key does not run
 * on a cache that has not seen it yet.
 */
@NullMarked
package io.coxswain.runtime.client;

import org.jspecify.annotations.NullMarked;
