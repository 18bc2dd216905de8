package io.coxswain.kube.host.migration;

import io.coxswain.env.Tasks;
import io.coxswain.kube.host.controllers.Latch;

/** Says under which lock a controller runs, and when the second lock may be competed for. */
public final class LeaderMigrator {
  private final MigrationConfig config;
  private final String component;
  private final Latch ready;

  /** Under which lock a controller runs. */
  public enum Lock {
    /** The program's own. */
    MAIN,
    /** The one for controllers that move. */
    MIGRATION,
    /** None: another program runs it. */
    NONE
  }

  /**
   * @param component the program, as the configuration names it
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
   * Open once the controllers of the main lock have been started: until then the second lock is
   * left alone, lest one instance hold the one and another the other.
   */
  public Latch migrationReady() {
    return ready;
  }
}
