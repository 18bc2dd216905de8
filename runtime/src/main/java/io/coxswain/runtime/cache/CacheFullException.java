package io.coxswain.runtime.cache;

import io.coxswain.api.ResourceType;

/** The objects of a kind weigh more than was allowed for. */
public final class CacheFullException extends Exception {
  CacheFullException(ResourceType type, long ceiling) {
    super(
        "the cache of "
            + type
            + " holds more than its ceiling of "
            + ceiling
            + " bytes; cache fewer namespaces, select by label or raise the ceiling");
  }
}
