package io.coxswain.apiserver.admission.podsecurity;

import io.coxswain.apiserver.admission.podsecurity.LevelVersion.Level;
import java.util.Optional;

/**
 * One demand of a level.
 *
 * @param level the first that has it
 * @param since the minor version that has it first
 * @param instead the id of the check that this one takes the place of at its level; empty for none
 */
record Check(String id, Level level, int since, String instead, Judgement judgement) {

  /** Says what is wrong, if anything. */
  @FunctionalInterface
  interface Judgement {
    Optional<Violation> on(Subject subject, int minor);
  }
}
