package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.util.List;

/** Metrics flags. */
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
            "Previous minor version whose hidden metrics to show.");
    disabled = set.strings("disabled-metrics", List.of(), "Names of metrics to disable.");
    allowedLabels =
        set.repeated(
            "allow-metric-labels",
            "stringToString",
            "Allowed values of a label: metric,label='v1,v2'. Other values become 'unexpected'. Not"
                + " supported.");
    allowedLabelsFile =
        set.string(
            "allow-metric-labels-manifest",
            "",
            "Path to a file with the mappings of --allow-metric-labels. Not supported.");
  }

  void check(Problems problems) {
    problems.unless(
        hiddenForVersion.get().isEmpty() || hiddenForVersion.get().equals("1.34"),
        "--show-hidden-metrics-for-version must be omitted or have the value '1.34'. Only the"
            + " previous minor version is allowed");
    problems.unless(
        allowedLabels.get().isEmpty() && allowedLabelsFile.get().isEmpty(),
        "--allow-metric-labels and --allow-metric-labels-manifest are not supported; use"
            + " --disabled-metrics to disable metrics");
  }
}
