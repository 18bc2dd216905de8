package io.coxswain.runtime.cache;

/** The representation of the cached objects of a kind. */
public enum Representation {
  /** JSON, decoded on each read; compressed when it has not changed for a while. */
  BYTES,
  /**
   * JSON, compressed on arrival: the first list of very many objects takes more time but less
   * memory. Otherwise they are compressed within minutes.
   */
  DICTIONARY,
  /**
   * JSON and, after the first read, the decoded object: all readers get the same instance and must
   * not modify it. For small kinds that are read all the time.
   */
  OBJECTS
}
