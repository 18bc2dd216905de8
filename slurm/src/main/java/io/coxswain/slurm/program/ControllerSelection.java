package io.coxswain.slurm.program;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The enabled controllers of a program. All of them by default. Otherwise all are disabled, or
 * enabled if {@code *} is in the list, and each entry in turn enables ({@code name}) or disables
 * ({@code -name}) one.
 *
 * @param available in the order they are started
 */
public record ControllerSelection(List<String> available, SortedSet<String> enabled) {
  public static final String VARIABLE = "SLURM_OPERATOR_CONTROLLERS";
  private static final Logger log = LoggerFactory.getLogger("setup");

  /** From the flag {@code --controllers} if it is set, else from the environment. */
  public static ControllerSelection of(
      Flags flags, SortedMap<String, String> environment, List<String> available)
      throws FlagException {
    String flag = flags.string(ManagerFlags.CONTROLLERS);
    String spec = flag.isEmpty() ? environment.getOrDefault(VARIABLE, "") : flag;
    ControllerSelection selection = of(spec, available);
    if (!spec.isEmpty()) {
      for (String name : available) {
        if (!selection.has(name)) {
          log.atInfo()
              .addKeyValue("controller", name)
              .addKeyValue("source", flag.isEmpty() ? "env" : "flag")
              .log("controller disabled");
        }
      }
    }
    return selection;
  }

  /**
   * @throws FlagException for a name that the program does not have
   */
  public static ControllerSelection of(String spec, List<String> available) throws FlagException {
    List<String> entries =
        Stream.of(spec.split(",", -1)).map(String::strip).filter(e -> !e.isEmpty()).toList();
    var enabled =
        new TreeSet<String>(spec.isEmpty() || entries.contains("*") ? available : List.of());
    for (String entry : entries) {
      if (entry.equals("*")) {
        continue;
      }
      boolean off = entry.startsWith("-");
      String name = entry.substring(off ? 1 : 0).toLowerCase(Locale.ROOT);
      if (!available.contains(name)) {
        throw new FlagException(
            "unknown controller \"%s\" in %s; available controllers: %s"
                .formatted(entry, VARIABLE, String.join(", ", available)));
      }
      if (off) {
        enabled.remove(name);
      } else {
        enabled.add(name);
      }
    }
    return new ControllerSelection(available, enabled);
  }

  public boolean has(String name) {
    return enabled.contains(name);
  }

  /** The same with one more. */
  public ControllerSelection with(String name) {
    var more = new TreeSet<>(enabled);
    more.add(name);
    return new ControllerSelection(available, more);
  }
}
