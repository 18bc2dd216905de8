package io.coxswain.node.usage;

import java.util.List;
import java.util.SortedSet;

/** Runs pods and measures their resource usage. */
public interface UsageSource {

  /** The nodes that it measures. */
  SortedSet<String> nodes();

  /** The usage of each running pod. */
  List<PodUsage> pods();
}
