package io.coxswain.apiserver.protobuf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The field numbers of the built-in kinds.
 *
 * <p>The data is a text of one block per message, which begins with its name. Each further line is
 * a field, indented by one blank: number, name in JSON ({@code >} if its own fields stand in its
 * place), type. A type is a letter, {@code [} for list of, <code>{</code> for map of, the name of a
 * message, or {@code .Name} for one of the same group; a {@code *} after it says that zero is a
 * value and not the lack of one. Written by {@code build/MessageData.java}. A block is read when it
 * is first needed.
 */
final class Messages {
  private static final Map<String, String> BLOCKS = load();
  private static final Map<String, Message> MESSAGES = new ConcurrentHashMap<>();

  private Messages() {}

  /**
   * One message.
   *
   * @param fields the fields by number
   * @param descending the same, the highest number first
   */
  record Message(Map<Integer, Field> fields, List<NumberedField> descending) {
    static Message of(Map<Integer, Field> fields) {
      return new Message(
          fields,
          fields.entrySet().stream()
              .map(e -> new NumberedField(e.getKey(), e.getValue()))
              .sorted(Comparator.comparingInt(NumberedField::number).reversed())
              .toList());
    }
  }

  /** A field with its number. */
  record NumberedField(int number, Field field) {}

  /**
   * @param json the name in JSON; {@code >} for none
   * @param shape {@code [} for a list, <code>{</code> for a map, blank for one value
   * @param type a letter or the name of a message
   * @param pointer whether zero is a value
   */
  record Field(String json, char shape, String type, boolean pointer) {
    boolean inline() {
      return json.equals(">");
    }
  }

  static @Nullable Message find(String name) {
    Message known = MESSAGES.get(name);
    if (known != null) {
      return known;
    }
    String block = BLOCKS.get(name);
    return block == null ? null : MESSAGES.computeIfAbsent(name, _ -> read(name, block));
  }

  /** As {@link #find}, of a message that another one names. */
  static Message named(String type) {
    Message message = find(type);
    if (message == null) {
      throw new IllegalStateException("messages.txt has no " + type);
    }
    return message;
  }

  private static Message read(String name, String block) {
    String home = name.substring(0, name.lastIndexOf('.'));
    var fields = new HashMap<Integer, Field>();
    for (String line : block.split("\n")) {
      if (!line.isEmpty()) {
        String[] words = line.substring(1).split(" ");
        fields.put(Integer.valueOf(words[0]), field(words[1], words[2], home));
      }
    }
    return Message.of(fields);
  }

  private static Field field(String json, String written, String home) {
    boolean pointer = written.endsWith("*");
    String type = pointer ? written.substring(0, written.length() - 1) : written;
    char shape = type.charAt(0) == '[' || type.charAt(0) == '{' ? type.charAt(0) : ' ';
    String bare = shape == ' ' ? type : type.substring(1);
    return new Field(json, shape, bare.startsWith(".") ? home + bare : bare, pointer);
  }

  private static Map<String, String> load() {
    String text;
    try (InputStream in = Messages.class.getResourceAsStream("messages.txt")) {
      if (in == null) {
        throw new IllegalStateException("messages.txt is not on the class path");
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var blocks = new HashMap<String, String>();
    int start = 0;
    while (start < text.length()) {
      int head = text.indexOf('\n', start);
      int end = head + 1;
      while (end < text.length() && text.charAt(end) == ' ') {
        end = text.indexOf('\n', end) + 1;
      }
      blocks.put(text.substring(start, head), text.substring(head + 1, end));
      start = end;
    }
    return blocks;
  }
}
