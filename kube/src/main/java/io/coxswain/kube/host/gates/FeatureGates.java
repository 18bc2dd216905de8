package io.coxswain.kube.host.gates;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.FlagSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The feature gates of one program. */
public final class FeatureGates {
  private static final Logger log = LoggerFactory.getLogger(FeatureGates.class);
  private static final String ALL_ALPHA = "AllAlpha";
  private static final String ALL_BETA = "AllBeta";
  private static final SortedMap<String, Gate> KNOWN = KnownGates.read();

  private final Version emulated;
  private final SortedMap<String, Boolean> asked;

  private FeatureGates(Version emulated, SortedMap<String, Boolean> asked) {
    this.emulated = emulated;
    this.asked = asked;
  }

  /** All gates with their defaults. */
  public static FeatureGates byDefault() {
    return new FeatureGates(Version.BINARY, new TreeMap<>());
  }

  /**
   * Parses the value of {@code --feature-gates}.
   *
   * @param settings {@code Name=true} or {@code kube:Name=true}; later entries win
   * @throws FlagException for a gate that is unknown, locked, or depends on a disabled one
   */
  public static FeatureGates of(Version emulated, List<String> settings) throws FlagException {
    var asked = new TreeMap<String, Boolean>();
    for (String setting : settings) {
      set(setting.strip(), emulated, asked);
    }
    var gates = new FeatureGates(emulated, asked);
    gates.checkNeeds();
    return gates;
  }

  private static void set(String setting, Version emulated, SortedMap<String, Boolean> asked)
      throws FlagException {
    String text = setting.startsWith("kube:") ? setting.substring("kube:".length()) : setting;
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new FlagException("missing bool value for " + text);
    }
    String name = text.substring(0, equals).strip();
    String value = text.substring(equals + 1).strip();
    boolean on;
    try {
      on = FlagSet.parseBool(value);
    } catch (FlagException e) {
      throw new FlagException(
          "invalid value of " + name + "=" + value + ", err: " + e.getMessage());
    }
    Gate gate = KNOWN.get(name);
    if (gate == null) {
      throw new FlagException("unrecognized feature gate: " + name);
    }
    Gate.Spec spec = gate.at(emulated);
    if (spec.locked() && spec.on() != on) {
      throw new FlagException(
          "cannot set feature gate " + name + " to " + on + ", feature is locked to " + spec.on());
    }
    if (spec.stage() == Gate.Stage.PREALPHA && on) {
      throw new FlagException(
          "cannot set feature gate "
              + name
              + " to true, feature is PreAlpha at emulated version "
              + emulated);
    }
    if (spec.stage() == Gate.Stage.GA) {
      log.warn("Setting GA feature gate {}={}. It will be removed in a future release.", name, on);
    } else if (spec.stage() == Gate.Stage.DEPRECATED) {
      log.warn(
          "Setting deprecated feature gate {}={}. It will be removed in a future release.",
          name,
          on);
    }
    asked.put(name, on);
  }

  private void checkNeeds() throws FlagException {
    for (Gate gate : KNOWN.values()) {
      if (!isOn(gate.name())) {
        continue;
      }
      var off = new ArrayList<String>();
      for (String need : gate.needs()) {
        if (!isOn(need)) {
          off.add(need);
        }
      }
      if (!off.isEmpty()) {
        throw new FlagException(
            gate.name() + " is enabled, but depends on features that are disabled: " + off);
      }
    }
  }

  public boolean isOn(String name) {
    Gate gate = KNOWN.get(name);
    if (gate == null) {
      throw new IllegalArgumentException("unknown feature gate: " + name);
    }
    Boolean said = asked.get(name);
    if (said != null) {
      return said;
    }
    Gate.Spec spec = gate.at(emulated);
    if (spec.stage() == Gate.Stage.ALPHA && asked.containsKey(ALL_ALPHA) && !isForAll(name)) {
      return asked.getOrDefault(ALL_ALPHA, false);
    }
    if (spec.stage() == Gate.Stage.BETA && asked.containsKey(ALL_BETA) && !isForAll(name)) {
      return asked.getOrDefault(ALL_BETA, false);
    }
    return spec.on();
  }

  private static boolean isForAll(String name) {
    return name.equals(ALL_ALPHA) || name.equals(ALL_BETA);
  }

  public Version emulated() {
    return emulated;
  }

  /** The gates at this version, with their stages as named in metrics. */
  public SortedMap<String, String> stages() {
    var stages = new TreeMap<String, String>();
    for (Gate gate : KNOWN.values()) {
      Gate.Stage stage = gate.at(emulated).stage();
      if (stage != Gate.Stage.PREALPHA) {
        stages.put(gate.name(), stage == Gate.Stage.GA ? "" : stage.name());
      }
    }
    return Collections.unmodifiableSortedMap(stages);
  }

  /** The lines of the help text: gates that can be set. */
  public static String options() {
    return KNOWN.values().stream()
        .filter(gate -> !gate.at(Version.BINARY).locked())
        .filter(gate -> gate.at(Version.BINARY).stage() != Gate.Stage.GA)
        .filter(gate -> gate.at(Version.BINARY).stage() != Gate.Stage.DEPRECATED)
        .map(
            gate ->
                "kube:"
                    + gate.name()
                    + "=true|false ("
                    + gate.at(Version.BINARY).stage().name().toUpperCase(Locale.ROOT)
                    + " - default="
                    + gate.at(Version.BINARY).on()
                    + ")")
        .collect(Collectors.joining("\n"));
  }
}
