package io.coxswain.trainer.suggestion;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.trainer.OptimizationJob;
import io.coxswain.api.trainer.SearchAlgorithm;
import io.coxswain.trainer.suggestion.GaussianProcessSuggester.Acquisition;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The algorithm of a search and its early stopping. The API has random and grid search; the others
 * are chosen by annotations of a random search, with Katib's names of algorithms and settings.
 *
 * @param earlyStopping empty unless it is asked for
 */
public record SearchSettings(Suggester suggester, Optional<MedianStop> earlyStopping) {
  public static final String ALGORITHM = "optimization.coxswain.io/algorithm";
  public static final String ALGORITHM_SETTINGS = "optimization.coxswain.io/algorithm-settings";
  public static final String EARLY_STOPPING = "optimization.coxswain.io/early-stopping";
  public static final String EARLY_STOPPING_SETTINGS =
      "optimization.coxswain.io/early-stopping-settings";

  private static final String SEED = "random_state";

  /**
   * @throws InvalidSearchException when a space has no values or a setting is not known
   */
  public static SearchSettings of(OptimizationJob job) throws InvalidSearchException {
    Map<String, String> annotations =
        requireNonNullElse(job.getMetadata().getAnnotations(), Map.of());
    return new SearchSettings(suggester(job, annotations), earlyStopping(annotations));
  }

  private static Suggester suggester(OptimizationJob job, Map<String, String> annotations)
      throws InvalidSearchException {
    SearchAlgorithm algorithm = job.getSpec().getSearchAlgorithm();
    boolean grid = algorithm != null && algorithm.getGrid() != null;
    @Nullable Long seed =
        algorithm == null || algorithm.getRandom() == null ? null : algorithm.getRandom().getSeed();
    String named = annotations.getOrDefault(ALGORITHM, grid ? "grid" : "random");
    if (grid != named.equals("grid")) {
      throw new InvalidSearchException(
          "annotation %s: %s cannot be combined with searchAlgorithm.%s"
              .formatted(ALGORITHM, named, grid ? "grid" : "random"));
    }
    var settings = new Settings(named, ALGORITHM_SETTINGS, annotations.get(ALGORITHM_SETTINGS));
    int state = settings.integer(SEED, -1, 0, Integer.MAX_VALUE);
    String chance =
        state >= 0
            ? Integer.toString(state)
            : seed == null ? job.getMetadata().getUid() : Long.toString(seed);
    var space = ParameterSpace.of(job.getSpec().getParameters(), chance);
    Suggester suggester = suggester(named, settings, space);
    settings.checkAllKnown();
    return suggester;
  }

  private static Suggester suggester(String named, Settings settings, ParameterSpace space)
      throws InvalidSearchException {
    return switch (named) {
      case "random" -> new RandomSuggester(space);
      case "grid" -> new GridSuggester(space);
      case "tpe", "multivariate-tpe" ->
          new TreeParzenSuggester(
              space,
              settings.integer("n_startup_trials", 10, 0, 100),
              settings.integer("n_ei_candidates", 24, 1, 1000),
              named.startsWith("multivariate"));
      case "bayesianoptimization" -> {
        settings.oneOf("base_estimator", "GP", "GP");
        yield new GaussianProcessSuggester(
            space,
            settings.integer("n_initial_points", 10, 0, 100),
            Acquisition.valueOf(settings.oneOf("acq_func", "EI", "EI", "LCB", "PI")));
      }
      case "hyperband" -> new HyperbandSuggester(space, resource(settings, space));
      case "asha" -> new AshaSuggester(space, resource(settings, space));
      default ->
          throw new InvalidSearchException(
              "annotation %s: unknown algorithm name %s; known are asha, bayesianoptimization,"
                      .formatted(ALGORITHM, named)
                  + " hyperband, multivariate-tpe, random and tpe");
    };
  }

  private static Resource resource(Settings settings, ParameterSpace space)
      throws InvalidSearchException {
    String name = settings.required("resource_name");
    if (space.dimensions().stream().noneMatch(dimension -> dimension.name().equals(name))) {
      throw settings.invalid("resource_name " + name + " is not one of the parameters");
    }
    settings.required("r_l");
    return Resource.of(
        name, settings.integer("r_l", 1, 1, 1_000_000_000), settings.integer("eta", 3, 2, 100));
  }

  private static Optional<MedianStop> earlyStopping(Map<String, String> annotations)
      throws InvalidSearchException {
    @Nullable String named = annotations.get(EARLY_STOPPING);
    @Nullable String text = annotations.get(EARLY_STOPPING_SETTINGS);
    if (named == null) {
      if (text != null) {
        throw new InvalidSearchException(
            "annotation %s is set without %s".formatted(EARLY_STOPPING_SETTINGS, EARLY_STOPPING));
      }
      return Optional.empty();
    }
    if (!named.equals("medianstop")) {
      throw new InvalidSearchException(
          "annotation %s: unknown algorithm name %s; known is medianstop"
              .formatted(EARLY_STOPPING, named));
    }
    var settings = new Settings(named, EARLY_STOPPING_SETTINGS, text);
    var rule =
        new MedianStop(
            settings.integer("min_trials_required", 3, 1, 100),
            settings.integer("start_step", 4, 1, 1_000_000));
    settings.checkAllKnown();
    return Optional.of(rule);
  }

  /** The text {@code name=value,name=value} of an annotation. */
  private static final class Settings {
    final TreeMap<String, String> values = new TreeMap<>();
    private final Set<String> known = new TreeSet<>();
    private final String algorithm;
    private final String annotation;

    Settings(String algorithm, String annotation, @Nullable String text)
        throws InvalidSearchException {
      this.algorithm = algorithm;
      this.annotation = annotation;
      for (String pair : requireNonNullElse(text, "").split(",", -1)) {
        int equals = pair.indexOf('=');
        if (equals >= 0) {
          values.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
        } else if (!pair.isBlank()) {
          throw invalid("\"" + pair.strip() + "\" is not of the form name=value");
        }
      }
    }

    int integer(String name, int absent, int min, int max) throws InvalidSearchException {
      known.add(name);
      @Nullable String value = values.get(name);
      if (value == null) {
        return absent;
      }
      try {
        int number = Integer.parseInt(value);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException e) {
        throw invalid("%s=%s is not an integer".formatted(name, value));
      }
      throw invalid("%s=%s is not from %d to %d".formatted(name, value, min, max));
    }

    String oneOf(String name, String absent, String... allowed) throws InvalidSearchException {
      known.add(name);
      String value = values.getOrDefault(name, absent);
      if (!Arrays.asList(allowed).contains(value)) {
        throw invalid(
            "%s=%s is not supported; known: %s".formatted(name, value, String.join(", ", allowed)));
      }
      return value;
    }

    String required(String name) throws InvalidSearchException {
      known.add(name);
      @Nullable String value = values.get(name);
      if (value == null) {
        throw invalid(name + " must be set");
      }
      return value;
    }

    void checkAllKnown() throws InvalidSearchException {
      String unknown =
          values.keySet().stream()
              .filter(name -> !known.contains(name))
              .collect(Collectors.joining(", "));
      if (!unknown.isEmpty()) {
        throw invalid("unknown setting %s for algorithm %s".formatted(unknown, algorithm));
      }
    }

    InvalidSearchException invalid(String why) {
      return new InvalidSearchException("annotation %s: %s".formatted(annotation, why));
    }
  }
}
