package io.coxswain.jobset;

import io.coxswain.runtime.manager.Manager;

/** Entry of this module: registers what runs JobSets with a manager. */
public final class JobSetControllers {
  private JobSetControllers() {}

  /** Registers with upstream's default gates. */
  public static void register(Manager manager) {
    register(manager, Features.none());
  }

  public static void register(Manager manager, Features features) {
    JobSetController.register(manager, features);
  }
}
