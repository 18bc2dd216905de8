package io.coxswain.slurm.power;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.slurm.client.HostList;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Host lists as node sets and ordinals: {@code burst-[0-1,5],h100-0}. */
final class Ordinals {
  /** The name takes as much as it can: {@code a-1-[0-2]} is of the node set {@code a-1}. */
  private static final Pattern PART = Pattern.compile("(.+)-(?:\\[([^\\[\\]]+)]|(\\d{1,9}))");

  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  /** More than any node set has; a range beyond it is a mistake. */
  private static final int MAX_COUNT = 100_000;

  private Ordinals() {}

  /**
   * The ordinals of each node set.
   *
   * @throws FlagException when a part is neither a name with a number nor one with ranges
   */
  static SortedMap<String, SortedSet<Integer>> parse(String hosts) throws FlagException {
    var bySet = new TreeMap<String, SortedSet<Integer>>();
    for (String part : HostList.split(hosts)) {
      Matcher matcher = PART.matcher(part);
      if (!matcher.matches()) {
        throw bad(part, "want <nodeset>-<n> or <nodeset>-[<list>]");
      }
      SortedSet<Integer> ordinals =
          bySet.computeIfAbsent(matcher.group(1), name -> new TreeSet<>());
      String list = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
      for (String range : list.split(",", -1)) {
        add(part, range.strip(), ordinals);
      }
    }
    if (bySet.isEmpty()) {
      throw bad(hosts, "no node");
    }
    return bySet;
  }

  private static void add(String part, String range, SortedSet<Integer> ordinals)
      throws FlagException {
    Matcher matcher = RANGE.matcher(range);
    if (!matcher.matches()) {
      throw bad(part, "\"" + range + "\" is neither a number nor a range");
    }
    int from = Integer.parseInt(matcher.group(1));
    int to = matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2));
    if (from > to || to - from >= MAX_COUNT) {
      throw bad(part, "\"" + range + "\" is no range");
    }
    for (int i = from; i <= to; i++) {
      ordinals.add(i);
    }
  }

  private static FlagException bad(String part, String why) {
    return new FlagException("--nodes: " + part + ": " + why);
  }
}
