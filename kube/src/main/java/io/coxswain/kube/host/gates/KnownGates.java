package io.coxswain.kube.host.gates;

import io.coxswain.runtime.flags.FlagException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** The feature gates of Kubernetes, read from {@code gates.txt}. */
final class KnownGates {
  private KnownGates() {}

  static SortedMap<String, Gate> read() {
    var gates = new TreeMap<String, Gate>();
    try (InputStream in =
        Objects.requireNonNull(KnownGates.class.getResourceAsStream("gates.txt"), "gates.txt")) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.isBlank() && !line.startsWith("#")) {
          Gate gate = parse(line);
          gates.put(gate.name(), gate);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FlagException e) {
      throw new IllegalStateException("gates.txt", e);
    }
    return Collections.unmodifiableSortedMap(gates);
  }

  private static Gate parse(String line) throws FlagException {
    List<String> words = List.of(line.split(" "));
    var specs = new ArrayList<Gate.Spec>();
    List<String> needs = List.of();
    for (String word : words.subList(1, words.size())) {
      if (word.startsWith("needs:")) {
        needs = List.of(word.substring("needs:".length()).split(","));
        continue;
      }
      List<String> parts = List.of(word.split(":"));
      specs.add(
          new Gate.Spec(
              Version.parse(parts.get(0)),
              Boolean.parseBoolean(parts.get(1)),
              Gate.Stage.valueOf(parts.get(2)),
              parts.size() > 3));
    }
    return new Gate(words.getFirst(), List.copyOf(specs), needs);
  }
}
