package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects validation errors of the flags. */
public final class Problems {
  private final List<String> all = new ArrayList<>();

  public void add(String problem) {
    all.add(problem);
  }

  void unless(boolean holds, String problem) {
    if (!holds) {
      all.add(problem);
    }
  }

  void positive(Flag<Integer> flag, String what) {
    unless(flag.get() > 0, what + " must be greater than 0, but got " + flag.get());
  }

  void within(Flag<Integer> flag, String what, int least, int most) {
    unless(
        flag.get() >= least, what + " must not be less than " + least + ", but got " + flag.get());
    unless(flag.get() <= most, what + " must not be more than " + most + ", but got " + flag.get());
  }

  /**
   * @param one the certificate
   * @param other its key
   */
  void bothOrNone(Flag<String> one, Flag<String> other) {
    String what = "\"" + one.name().replaceFirst("-cert-file$", "") + "\": cannot specify ";
    unless(!one.get().isEmpty() || other.get().isEmpty(), what + "key without cert");
    unless(one.get().isEmpty() || !other.get().isEmpty(), what + "cert without key");
  }

  void atLeast(Flag<Duration> flag, Duration least, String problem) {
    unless(flag.get().compareTo(least) >= 0, problem);
  }

  public List<String> all() {
    return List.copyOf(all);
  }

  /** Joins errors as upstream does: a single one as is, several in brackets. */
  public String joined() {
    return all.size() == 1 ? all.getFirst() : "[" + String.join(", ", all) + "]";
  }
}
