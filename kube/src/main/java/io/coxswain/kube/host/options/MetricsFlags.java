package io.coxswain.kube.host.options;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.coxswain.api.Json;
import io.coxswain.env.Files;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Metrics flags. */
public final class MetricsFlags {
  private static final Logger log = LoggerFactory.getLogger(MetricsFlags.class);
  private static final TypeReference<Map<String, String>> PAIRS = new TypeReference<>() {};

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
            "Allowed values of a label: metric,label='v1,v2'. Other values become 'unexpected'. May"
                + " be repeated.");
    allowedLabelsFile =
        set.string(
            "allow-metric-labels-manifest",
            "",
            "Path to a YAML file with the mappings of --allow-metric-labels, which is used unless that"
                + " flag is given.");
  }

  void check(Problems problems) {
    problems.unless(
        hiddenForVersion.get().isEmpty() || hiddenForVersion.get().equals("1.34"),
        "--show-hidden-metrics-for-version must be omitted or have the value '1.34'. Only the"
            + " previous minor version is allowed");
    try {
      problems.unless(
          LabelAllowLists.pairs(allowedLabels.get()).keySet().stream()
              .allMatch(LabelAllowLists::isKey),
          "--allow-metric-labels must have a list of kv pair with format"
              + " `metricName,labelName=labelValue, labelValue,...`");
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
  }

  /** The allowed label values of the flag; without it those of the manifest, if it can be read. */
  public LabelAllowLists allowedLabels(Files files) {
    if (!allowedLabels.get().isEmpty() || allowedLabelsFile.get().isEmpty()) {
      return LabelAllowLists.of(LabelAllowLists.pairs(allowedLabels.get()));
    }
    var pairs = new TreeMap<String, String>();
    try {
      byte[] manifest = files.read(Path.of(allowedLabelsFile.get()));
      pairs.putAll(Json.yamlMapper().readValue(manifest, PAIRS));
    } catch (JsonProcessingException e) {
      log.atError().addKeyValue("err", e.getMessage()).log("Failed to parse allow list manifest");
    } catch (IOException e) {
      log.atError().addKeyValue("err", e.getMessage()).log("Failed to read allow list manifest");
    }
    return LabelAllowLists.of(pairs);
  }
}
