package io.coxswain.runtime.cache;

/** How the objects of a kind are kept. */
public enum Representation {
  /** As JSON, decoded at each read. */
  BYTES,
  /** As JSON, deflated with a dictionary learnt from the kind's own objects. For the many. */
  DICTIONARY,
  /**
   * As JSON and, once read, decoded too: all readers get the same object and must not change it.
   * For the few that are read all the time.
   */
  OBJECTS
}
