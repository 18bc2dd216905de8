/**
 * Reading and writing API objects. {@link io.coxswain.runtime.client.Client} reads from the shared
 * cache and writes to the server; every returned object is a private copy. A write made during a
 * reconcile is recorded for its key, so that the next reconcile of the key does not run before the
 * cache reflects it.
 */
@NullMarked
package io.coxswain.runtime.client;

import org.jspecify.annotations.NullMarked;
