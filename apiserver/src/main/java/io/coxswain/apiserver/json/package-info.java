/**
 * Lazily parsed trees of stored objects.
 *
 * <p>A write accesses a few fields of an object and leaves the rest unchanged. {@link
 * io.coxswain.apiserver.json.LazyJson#tree} returns an ordinary tree whose larger parts are parsed
 * one level at a time, on first access. A part that was never accessed is copied in constant time
 * and written by copying its bytes, and two such parts over the same bytes are known to be equal
 * without a comparison.
 *
 * <p>It parses only the output of {@link io.coxswain.api.Json#bytes}: compact JSON without errors.
 * Like any other tree, it may be read by several tasks concurrently as long as none modifies it.
 */
@NullMarked
package io.coxswain.apiserver.json;

import org.jspecify.annotations.NullMarked;
