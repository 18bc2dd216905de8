package io.coxswain.runtime.manager;

/**
 * A manager as one part of its program sees it: client, recorders and transport are that part's
 * own; caches, servers and life are shared.
 */
public interface ManagerView extends Manager {
  /** Whether all controllers that were added here have filled their caches and work. */
  boolean isWorking();
}
