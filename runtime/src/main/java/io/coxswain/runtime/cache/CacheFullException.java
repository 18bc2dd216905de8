package io.coxswain.runtime.cache;

import io.coxswain.api.ResourceType;

/** Reports that the objects of a kind exceed the configured size limit. */
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
