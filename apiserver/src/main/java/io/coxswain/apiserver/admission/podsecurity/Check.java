package io.coxswain.apiserver.admission.podsecurity;

import io.coxswain.apiserver.admission.podsecurity.LevelVersion.Level;
import java.util.Optional;

/**
 * One check of a level.
 *
 * @param level the first level that includes it
 * @param since the first minor version that includes it
 * @param instead the id of the check that this one replaces at its level; empty for none
 */
record Check(String id, Level level, int since, String instead, Judgement judgement) {

  /** Returns the violation, if any. */
  @FunctionalInterface
  interface Judgement {
    Optional<Violation> on(Subject subject, int minor);
  }
}
