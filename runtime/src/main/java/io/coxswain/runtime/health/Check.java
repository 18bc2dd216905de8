package io.coxswain.runtime.health;

/** A health check. */
@FunctionalInterface
public interface Check {
  /** Always succeeds: the program responds. */
  Check PING = () -> {};

  /**
   * @throws Exception if the check fails
   */
  void check() throws Exception;
}
