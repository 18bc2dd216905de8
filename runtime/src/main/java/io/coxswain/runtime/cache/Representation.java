package io.coxswain.runtime.cache;

/** How the objects of a kind are kept. */
public enum Representation {
  /** As JSON, decoded at each read; folded when it has not changed for a while. */
  BYTES,
  /**
   * As JSON, folded as it comes: a first list of very many takes time instead of memory. Without it
   * they are folded within minutes.
   */
  DICTIONARY,
  /**
   * As JSON and, once read, decoded too: all readers get the same object and must not change it.
   * For the few that are read all the time.
   */
  OBJECTS
}
