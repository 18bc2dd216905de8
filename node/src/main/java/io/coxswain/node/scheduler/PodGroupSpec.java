package io.coxswain.node.scheduler;

/** The minimum size of a group of pods, for all PodGroup APIs. */
public final class PodGroupSpec {
  private int minMember;

  /** How many pods must fit before any of them starts. */
  public int getMinMember() {
    return minMember;
  }

  public void setMinMember(int minMember) {
    this.minMember = minMember;
  }
}
