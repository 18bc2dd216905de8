package io.coxswain.cli.train;

import io.coxswain.api.trainer.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads progress and metrics from the output of a program that does not report them to the status
 * server. Recognizes {@code loss=0.12}, {@code loss: 0.12}, {@code {'loss': 0.12, 'epoch': 1.5}},
 * {@code epoch 3/10}, {@code step 3 of 10} and the bars of tqdm.
 *
 * <p>One instance reads one training. Several nodes usually print the same numbers, so only the
 * first of them by name counts. Not thread-safe; its state does not grow.
 */
final class LogProgress {
  /** The rest of a longer line is ignored. */
  private static final int MAX_LENGTH = 2_000;

  /** A line that shows more numbers is data, not a report. */
  private static final int MAX_METRICS = 16;

  private static final Pattern CONTROLS = Pattern.compile("\\x1b\\[[0-?]*[ -/]*[@-~]");

  private static final String NUMBER =
      "([-+]?(?:\\d{1,18}(?:\\.\\d{0,18})?|\\.\\d{1,18})(?:[eE][-+]?\\d{1,3})?|nan|NaN|inf)";

  /** A name that usually is a metric, and a number. */
  private static final Pattern METRIC =
      Pattern.compile(
          "(?<![\\w/.-])['\"]?"
              + "((?:[A-Za-z]{1,12}[_/-]){0,2}"
              + "(?:loss|accuracy|acc|perplexity|ppl|lr|learning_rate|grad_norm|reward|bleu|f1))"
              + "['\"]?\\s{0,2}(?:[:=]\\s{0,4}|\\s)['\"]?(?:tensor\\()?"
              + NUMBER
              + "(?![\\w.])",
          Pattern.CASE_INSENSITIVE);

  private static final String COUNT =
      "\\s{0,2}[:=#]?\\s{0,2}[\\[(]?\\s{0,6}(\\d{1,9})\\s{0,2}(?:/|of)\\s{0,2}(\\d{1,9})";

  private static final Pattern EPOCH =
      Pattern.compile("\\bepochs?" + COUNT, Pattern.CASE_INSENSITIVE);

  private static final Pattern STEP =
      Pattern.compile(
          "\\b(?:global_)?(?:step|iter|iteration|batch)s?" + COUNT, Pattern.CASE_INSENSITIVE);

  /** {@code 30%|### | 3/10 [00:01<00:04, 2.0it/s, loss=0.5]}. */
  private static final Pattern BAR =
      Pattern.compile(
          "(\\d{1,3})%\\|[^|]{0,200}\\| *\\d[^ ]{0,20}/[^ ]{1,20} \\[[\\d:]{1,9}<([\\d:?]{1,9})");

  /** Bars of work before the training. */
  private static final Pattern PREPARATION =
      Pattern.compile("^\\s*(?:download|load|fetch|map|generat|tokeniz)", Pattern.CASE_INSENSITIVE);

  private static final Pattern EPOCH_VALUE =
      Pattern.compile("['\"]epoch['\"]: ?['\"]?(\\d{1,9}(?:\\.\\d{1,9})?)");

  private String source = "";
  private boolean stepsRestart;
  private double epoch;
  private double epochs;
  private int percent = -1;
  private int remaining = -1;

  /** The reports in a line of output; a line that overwrites itself may have several. */
  List<Progress> read(String node, String line, Instant now) {
    if (!source.isEmpty() && source.compareTo(node) < 0) {
      return List.of();
    }
    var reports = new ArrayList<Progress>();
    for (int from = 0; from <= line.length(); ) {
      int end = line.indexOf('\r', from);
      int to = end < 0 ? line.length() : end;
      String text = line.substring(from, Math.min(to, from + MAX_LENGTH));
      readVisible(CONTROLS.matcher(text).replaceAll(""), now).ifPresent(reports::add);
      from = to + 1;
    }
    if (!reports.isEmpty()) {
      source = node;
    }
    return reports;
  }

  private Optional<Progress> readVisible(String text, Instant now) {
    int before = percent;
    remaining = -1;
    readPercent(text);
    List<Metric> metrics = metrics(text);
    return metrics.isEmpty() && percent == before
        ? Optional.empty()
        : Optional.of(
            new Progress(now.toString(), optional(percent), optional(remaining), metrics));
  }

  private static OptionalInt optional(int number) {
    return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }

  private void readPercent(String text) {
    Matcher inEpochs = EPOCH.matcher(text);
    boolean hasEpoch = inEpochs.find() && Integer.parseInt(inEpochs.group(2)) > 0;
    if (hasEpoch) {
      epoch = Integer.parseInt(inEpochs.group(1));
      epochs = Integer.parseInt(inEpochs.group(2));
    }
    Matcher bar = BAR.matcher(text);
    Matcher steps = STEP.matcher(text);
    if (bar.find() && !PREPARATION.matcher(text).find()) {
      stepsRestart |= hasEpoch;
      inSteps(Integer.parseInt(bar.group(1)) / 100.0);
      remaining = stepsRestart ? -1 : seconds(bar.group(2));
    } else if (steps.find() && Integer.parseInt(steps.group(2)) > 0) {
      inSteps(Integer.parseInt(steps.group(1)) / (double) Integer.parseInt(steps.group(2)));
    } else if (hasEpoch && !stepsRestart) {
      set(epoch / epochs);
    }
  }

  /** Steps are counted through the whole training or from one in each epoch. */
  private void inSteps(double done) {
    if (epochs == 0) {
      set(done);
      return;
    }
    double begun = Math.max(0, epoch - 1);
    stepsRestart |= done < begun / epochs - 0.01 || done > (begun + 1) / epochs + 0.01;
    set(stepsRestart ? (begun + done) / epochs : done);
  }

  private void set(double done) {
    percent = (int) Math.floor(100 * Math.clamp(done, 0, 1) + 1e-9);
  }

  /** {@code 01:02} or {@code 1:02:03}; negative if unknown. */
  private static int seconds(String time) {
    int seconds = 0;
    for (String part : time.split(":")) {
      if (part.isEmpty() || part.contains("?")) {
        return -1;
      }
      seconds = seconds * 60 + Integer.parseInt(part);
    }
    return seconds;
  }

  private static List<Metric> metrics(String text) {
    var values = new LinkedHashMap<String, String>();
    Matcher found = METRIC.matcher(text);
    while (found.find() && values.size() < MAX_METRICS) {
      values.putIfAbsent(found.group(1).toLowerCase(Locale.ROOT), found.group(2));
    }
    Matcher inEpochs = EPOCH_VALUE.matcher(text);
    if (!values.isEmpty() && inEpochs.find()) {
      values.put("epoch", inEpochs.group(1));
    }
    return values.entrySet().stream().map(LogProgress::metric).toList();
  }

  private static Metric metric(Map.Entry<String, String> entry) {
    var metric = new Metric();
    metric.setName(entry.getKey());
    metric.setValue(entry.getValue());
    return metric;
  }
}
