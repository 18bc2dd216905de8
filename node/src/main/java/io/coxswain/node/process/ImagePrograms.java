package io.coxswain.node.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Programs of this host that take the place of images. A container without a command runs the
 * program of its image with its arguments, as it would run the image's entry point.
 *
 * <p>An image is found by its whole reference, else without tag and digest, else by the last part
 * of its name: {@code registry.example/tools/curl:8}, {@code registry.example/tools/curl}, {@code
 * curl}.
 *
 * @param commands by image
 */
public record ImagePrograms(Map<String, List<String>> commands) {
  public static final ImagePrograms NONE = new ImagePrograms(Map.of());

  public ImagePrograms {
    var copy = new TreeMap<String, List<String>>();
    commands.forEach((image, command) -> copy.put(image, List.copyOf(command)));
    commands = Collections.unmodifiableMap(copy);
  }

  /**
   * Parses assignments {@code IMAGE=COMMAND}. Words of a command are separated by blanks; quotes,
   * as in a shell, keep blanks in a word.
   *
   * @throws IllegalArgumentException naming the assignment that is wrong
   */
  public static ImagePrograms parse(List<String> assignments) {
    var commands = new TreeMap<String, List<String>>();
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      List<String> command = equals < 1 ? List.of() : words(assignment.substring(equals + 1));
      if (command.isEmpty() || command.getFirst().isEmpty()) {
        throw new IllegalArgumentException(
            "\"" + assignment + "\" is not of the form IMAGE=COMMAND");
      }
      commands.put(assignment.substring(0, equals), command);
    }
    return new ImagePrograms(commands);
  }

  private static List<String> words(String text) {
    var words = new ArrayList<String>();
    StringBuilder word = null;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0 ? c == quote : c == '\'' || c == '"') {
        quote = quote == 0 ? c : 0;
        word = word == null ? new StringBuilder() : word; // quotes alone are an empty word
      } else if (quote == 0 && Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
      } else {
        word = (word == null ? new StringBuilder() : word).append(c);
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quotation mark in \"" + text + "\" is not closed");
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  /** The command that takes the place of the image; empty if there is none. */
  Optional<List<String>> of(String image) {
    String name = withoutTag(image);
    return Stream.of(image, name, name.substring(name.lastIndexOf('/') + 1))
        .filter(commands::containsKey)
        .findFirst()
        .map(commands::get);
  }

  private static String withoutTag(String image) {
    int digest = image.indexOf('@');
    String tagged = digest < 0 ? image : image.substring(0, digest);
    int colon = tagged.lastIndexOf(':');
    return colon > tagged.lastIndexOf('/') ? tagged.substring(0, colon) : tagged; // not of a port
  }
}
