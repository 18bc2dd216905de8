package io.coxswain.slurm.render.config;

import io.coxswain.slurm.values.RenderedSlurmVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which release of Slurm knows which option. */
final class SlurmOptions {
  private record Releases(RenderedSlurmVersion first, RenderedSlurmVersion last) {
    boolean contain(RenderedSlurmVersion version) {
      return version.since(first) && last.since(version);
    }
  }

  /** By file and option, in lower case: Slurm does not mind. */
  private static final SortedMap<String, Releases> KNOWN = load();

  private final RenderedSlurmVersion version;

  SlurmOptions(RenderedSlurmVersion version) {
    this.version = version;
  }

  RenderedSlurmVersion version() {
    return version;
  }

  /** Whether the file may have the option. */
  boolean knows(String file, String option) {
    Releases releases = KNOWN.get(key(file, option));
    return releases != null && releases.contain(version);
  }

  /** Whether the option may have the word; one that no release introduced is not checked. */
  boolean knowsWord(String option, String word) {
    int value = word.indexOf('=');
    Releases releases =
        KNOWN.get(key("word", option + "=" + (value < 0 ? word : word.substring(0, value))));
    return releases == null || releases.contain(version);
  }

  /** The words that the release knows, joined by commas. */
  String words(String option, List<String> words) {
    return String.join(",", words.stream().filter(word -> knowsWord(option, word)).toList());
  }

  private static String key(String file, String option) {
    return (file + " " + option).toLowerCase(Locale.ROOT);
  }

  private static SortedMap<String, Releases> load() {
    var known = new TreeMap<String, Releases>();
    try (InputStream in = SlurmOptions.class.getResourceAsStream("options.txt")) {
      if (in == null) {
        throw new IllegalStateException("options.txt is not on the class path");
      }
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", -1))
          .forEach(
              parts ->
                  known.put(
                      key(parts[0], parts[1]),
                      new Releases(
                          RenderedSlurmVersion.of(parts[2]),
                          parts.length > 3 ? RenderedSlurmVersion.of(parts[3]) : newest())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return known;
  }

  private static RenderedSlurmVersion newest() {
    RenderedSlurmVersion[] all = RenderedSlurmVersion.values();
    return all[all.length - 1];
  }
}
