package io.coxswain.node.usage;

import java.util.List;
import java.util.SortedSet;

/** Whoever runs pods and can tell what they use. */
public interface UsageSource {

  /** The nodes that it speaks for. */
  SortedSet<String> nodes();

  /** What each running pod uses. */
  List<PodUsage> pods();
}
