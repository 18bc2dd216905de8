package io.coxswain.runtime.cache;

/** The amount of each object that a reader needs. */
public enum Projection {
  METADATA,
  FULL
}
