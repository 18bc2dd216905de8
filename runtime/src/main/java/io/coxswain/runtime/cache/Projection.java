package io.coxswain.runtime.cache;

/** How much of each object a reader needs. */
public enum Projection {
  METADATA,
  FULL
}
