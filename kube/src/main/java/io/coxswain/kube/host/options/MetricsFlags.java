package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.util.List;

/** Which metrics are shown. */
public final class MetricsFlags {
  public final Flag<String> hiddenForVersion;
  public final Flag<List<String>> disabled;
  public final Flag<List<String>> allowedLabels;
  public final Flag<String> allowedLabelsFile;

  MetricsFlags(FlagSet set) {
    hiddenForVersion =
        set.string(
            "show-hidden-metrics-for-version",
            "",
            "Show metrics that are hidden since this version; only the previous minor one counts.");
    disabled = set.strings("disabled-metrics", List.of(), "Metrics that are not shown, by name.");
    allowedLabels =
        set.repeated(
            "allow-metric-labels",
            "stringToString",
            "Values that a label may have: metric,label='v1,v2'; others become 'unexpected'.");
    allowedLabelsFile =
        set.string(
            "allow-metric-labels-manifest", "", "A file with what --allow-metric-labels says.");
  }

  void check(Problems problems) {
    problems.unless(
        hiddenForVersion.get().isEmpty() || hiddenForVersion.get().equals("1.34"),
        "--show-hidden-metrics-for-version must be omitted or have the value '1.34'. Only the"
            + " previous minor version is allowed");
    problems.unless(
        allowedLabels.get().isEmpty() && allowedLabelsFile.get().isEmpty(),
        "--allow-metric-labels and --allow-metric-labels-manifest are not supported by this"
            + " program: leave metrics out with --disabled-metrics");
  }
}
