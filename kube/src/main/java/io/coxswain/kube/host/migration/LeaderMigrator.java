package io.coxswain.kube.host.migration;

import io.coxswain.env.Tasks;
import io.coxswain.kube.host.controllers.Latch;

/** Decides under which lease a controller runs, and when to compete for the second lease. */
public final class LeaderMigrator {
  private final MigrationConfig config;
  private final String component;
  private final Latch ready;

  /** The lease of a controller. */
  public enum Lock {
    /** The main lease of the program. */
    MAIN,
    /** The lease for migrating controllers. */
    MIGRATION,
    /** None: another program runs the controller. */
    NONE
  }

  /**
   * @param component the name of the program in the configuration
   */
  public LeaderMigrator(MigrationConfig config, String component, Tasks tasks) {
    this.config = config;
    this.component = component;
    this.ready = new Latch(tasks);
  }

  public String leaderName() {
    return config.leaderName();
  }

  public Lock lockOf(String controller) {
    for (MigrationConfig.Leader leader : config.leaders()) {
      if (leader.name().equals(controller)) {
        boolean ours = leader.component().equals(component) || leader.component().equals("*");
        return ours ? Lock.MIGRATION : Lock.NONE;
      }
    }
    return Lock.MAIN;
  }

  /**
   * Opens when the controllers of the main lease have been started. Only then does the program
   * compete for the second lease, so that no two instances hold one lease each.
   */
  public Latch migrationReady() {
    return ready;
  }
}
