package io.coxswain.slurm.reconcile;

/**
 * What happens to the pod template of an object that exists. Replacing a template restarts pods:
 * slurmctld, or a worker and its jobs. So a template that another operator made, which runs the
 * same in other words, stays until its rendering changes, a dependency has another version, or
 * users ask for it.
 */
sealed interface TemplatePlan {

  /** The mark of the object afterwards. */
  Mark mark();

  /** The rendered template is written. */
  record Roll(Mark mark) implements TemplatePlan {}

  /** The stored template stays. */
  record Keep(Mark mark) implements TemplatePlan {}

  /**
   * The value of the annotation {@link PodTemplate#MARK}.
   *
   * @param owner whose the stored template is
   * @param digest of the rendering that it is accepted for; empty without an annotation
   */
  record Mark(Owner owner, String digest) {
    static final Mark NONE = new Mark(Owner.OTHERS, "");

    static Mark read(String text) {
      int colon = text.indexOf(':');
      if (colon < 0) {
        return NONE;
      }
      String digest = text.substring(colon + 1);
      return switch (text.substring(0, colon)) {
        case "own" -> new Mark(Owner.OURS, digest);
        case "kept" -> new Mark(Owner.OTHERS, digest);
        default -> NONE;
      };
    }

    String text() {
      return (owner == Owner.OURS ? "own:" : "kept:") + digest;
    }
  }

  /** Who made a template. */
  enum Owner {
    OURS,
    OTHERS
  }

  /**
   * An object and its rendering.
   *
   * @param mark as stored
   * @param digest of the rendering
   * @param included whether the stored template has everything rendered
   * @param sameVersions whether no dependency has another version than the object was written for
   * @param known whether this process has written or accepted the object
   * @param rollOut whether users ask for our template
   */
  record Observed(
      Mark mark,
      String digest,
      boolean included,
      boolean sameVersions,
      boolean known,
      boolean rollOut) {}

  static TemplatePlan of(Observed observed) {
    Mark ours = new Mark(Owner.OURS, observed.digest());
    Mark taken =
        observed.included() && observed.sameVersions()
            ? ours
            : new Mark(Owner.OTHERS, observed.digest());
    if (observed.rollOut()) {
      return new Roll(ours);
    }
    if (observed.mark().equals(Mark.NONE)) {
      return new Keep(taken);
    }
    if (!observed.sameVersions() || !observed.mark().digest().equals(observed.digest())) {
      return new Roll(ours);
    }
    if (observed.mark().owner() == Owner.OTHERS) {
      return new Keep(observed.mark());
    }
    // A template of ours that changed while we watched is put back. One that changed before may be
    // that of another operator, which ran in between.
    return observed.known() ? new Roll(ours) : new Keep(taken);
  }
}
