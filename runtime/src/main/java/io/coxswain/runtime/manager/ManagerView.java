package io.coxswain.runtime.manager;

/**
 * A manager with its own client identity: client, recorders and transport are separate; caches,
 * servers and lifecycle are shared.
 */
public interface ManagerView extends Manager {
  /** Whether all controllers that were added through this view have synced and are running. */
  boolean isWorking();
}
