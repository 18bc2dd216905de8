package io.coxswain.runtime.cache;

import io.coxswain.api.ObjectKey;
import java.util.SortedMap;

/**
 * What a reader wrote and wants to see again before it reads.
 *
 * @param version the cache must have come this far
 * @param gone objects, by key and UID, that must no longer be there
 * @param fill the cache's latest fill when the last of these writes was made; a later consistent
 *     one shows them too, whatever its version
 */
public record ReadBarrier(long version, SortedMap<ObjectKey, String> gone, long fill) {}
