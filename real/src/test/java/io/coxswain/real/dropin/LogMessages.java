package io.coxswain.real.dropin;

import io.coxswain.kube.shop.ControllerLines;
import io.coxswain.kube.shop.LogTable;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which of the listed messages of controllers two programs have logged, up to a verbosity of 2.
 * Failures, and what depends on how fast the program was, are left out.
 */
final class LogMessages {
  private static final Pattern KLOG =
      Pattern.compile("^[IWE]\\d{4} [^\\]]*\\] \"((?:[^\"\\\\]|\\\\.)*)\".*$");

  /** Depends on the order of events or on conflicts. */
  private static final Set<String> TIMING =
      Set.of(
          "Processing item",
          "item has at least one existing owner, will not garbage collect",
          "remove dangling references and waiting references for item",
          "at least one owner of item has FinalizerDeletingDependents, and the item itself has"
              + " dependents, so it is going to be deleted in Foreground",
          "Node hasn't been updated",
          "Secret is not up to date, skipping token population",
          "PVC is unused",
          "Pod uses PVC",
          "Keeping PVC because it is being used",
          "isVolumeReleased: volume is released",
          // Upstream looks again five seconds after the last change of a namespace.
          "Namespace has been deleted");

  private final SortedSet<String> comparable = new TreeSet<>();

  LogMessages(LogTable table) {
    for (LogTable.Row row : table.rows()) {
      boolean usual = List.of("0", "1", "2").contains(row.verbosity());
      boolean failure = row.keys().contains("err");
      boolean end =
          row.message().startsWith("Shutting down") || row.message().endsWith("terminated");
      boolean program = row.controllers().equals("the program");
      if (usual && !failure && !end && !program && !TIMING.contains(row.message())) {
        comparable.add(row.message());
      }
    }
  }

  SortedSet<String> ofLines(Collection<String> klog) {
    var found = new TreeSet<String>();
    for (String line : klog) {
      Matcher matcher = KLOG.matcher(line);
      if (matcher.matches()) {
        found.add(matcher.group(1).replace("\\\"", "\""));
      }
    }
    found.retainAll(comparable);
    return found;
  }

  SortedSet<String> of(List<ControllerLines.Line> lines) {
    var found = new TreeSet<String>();
    lines.forEach(line -> found.add(line.message()));
    found.retainAll(comparable);
    return found;
  }
}
