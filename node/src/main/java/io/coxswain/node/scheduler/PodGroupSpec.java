package io.coxswain.node.scheduler;

/** What a scheduler needs of a group of pods, whoever defines it. */
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
