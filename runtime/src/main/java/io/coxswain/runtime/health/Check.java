package io.coxswain.runtime.health;

/** Something that may be well or not. */
@FunctionalInterface
public interface Check {
  /** Always well: the program answers. */
  Check PING = () -> {};

  /**
   * @throws Exception what is not well
   */
  void check() throws Exception;
}
