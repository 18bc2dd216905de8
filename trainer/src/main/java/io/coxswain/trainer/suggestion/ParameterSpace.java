package io.coxswain.trainer.suggestion;

import io.coxswain.api.trainer.SearchParameter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a search in their order, and the seed from which everything random is derived.
 *
 * @param seed of the search
 */
record ParameterSpace(List<Dimension> dimensions, String seed) {

  static ParameterSpace of(List<SearchParameter> parameters, String seed)
      throws InvalidSearchException {
    var dimensions = new ArrayList<Dimension>();
    for (SearchParameter parameter : parameters) {
      dimensions.add(Dimension.of(parameter));
    }
    return new ParameterSpace(List.copyOf(dimensions), seed);
  }

  int size() {
    return dimensions.size();
  }

  /** Values that are derived from the seed, the number of the trial and the parameter's name. */
  SequencedMap<String, String> draw(int number) {
    var values = new LinkedHashMap<String, String>();
    for (Dimension dimension : dimensions) {
      double chance = (hash(number + "/" + dimension.name()) >>> 11) * 0x1.0p-53;
      values.put(dimension.name(), dimension.value(chance));
    }
    return values;
  }

  /** A generator for the values of one trial. */
  SplittableRandom random(int number, String algorithm) {
    return new SplittableRandom(hash(number + "/" + algorithm + "/"));
  }

  private long hash(String name) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((seed + "/" + name).getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(hash).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** The coordinates of values; null if one of them is not in its search space. */
  double @Nullable [] point(SequencedMap<String, String> values) {
    double[] point = new double[size()];
    for (int d = 0; d < point.length; d++) {
      String value = values.get(dimensions.get(d).name());
      OptionalDouble at =
          value == null ? OptionalDouble.empty() : dimensions.get(d).coordinate(value);
      if (at.isEmpty()) {
        return null;
      }
      point[d] = at.getAsDouble();
    }
    return point;
  }

  SequencedMap<String, String> values(double[] point) {
    var values = new LinkedHashMap<String, String>();
    for (int d = 0; d < point.length; d++) {
      values.put(
          dimensions.get(d).name(),
          switch (dimensions.get(d)) {
            case Dimension.Numeric numeric -> numeric.value(point[d]);
            case Dimension.Categorical categorical -> categorical.choices().get((int) point[d]);
          });
    }
    return values;
  }

  /** The nearest coordinate that has a value: integers have gaps. */
  double snapped(int dimension, double coordinate) {
    if (dimensions.get(dimension) instanceof Dimension.Numeric numeric && numeric.whole()) {
      return numeric.coordinate(numeric.value(coordinate)).orElse(coordinate);
    }
    return coordinate;
  }
}
