package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import java.util.SortedMap;

/**
 * The writes that the cache must reflect before the next read.
 *
 * @param version the minimum position of the cache
 * @param gone objects, by key and UID, that must have been deleted
 * @param fill the latest fill of the cache when the last of these writes was made; a later
 *     consistent fill reflects them regardless of its version
 */
public record ReadBarrier(long version, SortedMap<ObjectKey, String> gone, long fill) {}
