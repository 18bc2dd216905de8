package io.coxswain.sim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Renames random names so that two states are equal exactly if one can be renamed into the other.
 *
 * <p>This is graph canonization by colour refinement: objects and names are the vertices, a line
 * that contains a name is an edge. Each name starts with the colour of its prefix and is recoloured
 * by the content of its object and by the lines that mention it, until the number of colours does
 * not increase. Names that still have the same colour are interchangeable; one of them is given a
 * colour of its own and the refinement continues. Names with a common prefix are then numbered in
 * the order of their colours.
 *
 * <p>Colours are 64-bit hashes of content, so they do not depend on the random names. Graphs that
 * colour refinement cannot distinguish although they differ are regular graphs, which do not occur
 * among API objects. Not thread-safe.
 */
final class CanonicalNames {
  private static final char OPEN = '\u27e8';
  private static final char CLOSE = '\u27e9';
  private static final Pattern NUMBER = Pattern.compile(OPEN + "\\d+" + CLOSE);

  /** Refinement ends here even if it still distinguishes more; the longest chain of references. */
  private static final int MAX_ROUNDS = 16;

  private final Map<String, Token> tokens = new HashMap<>();

  /** Generated names by prefix: a text that does not contain the prefix contains none of them. */
  private final Map<String, List<Token>> families =
      new TreeMap<>(Comparator.comparingInt(String::length).reversed().thenComparing(o -> o));

  private final List<Node> nodes = new ArrayList<>();

  /** A text in which random names are references. */
  record Text(List<Object> parts) {
    static final Text NONE = new Text(List.of());

    static Text join(List<Text> texts) {
      var parts = new ArrayList<Object>();
      texts.forEach(text -> parts.addAll(text.parts));
      return new Text(parts);
    }

    private String render() {
      var text = new StringBuilder();
      for (Object part : parts) {
        text.append(part instanceof Token token ? token.label() : part);
      }
      return text.toString();
    }
  }

  /** A random name. */
  private final class Token {
    private final String name;
    private final String prefix;
    private @Nullable Text stem;
    private long content;
    private long colour;
    private int number;

    Token(String name, String prefix) {
      this.name = name;
      this.prefix = prefix;
    }

    /** The prefix, which may itself contain the generated name of an owner. */
    Text stem() {
      Text known = stem;
      if (known == null) {
        known = parse(prefix, this);
        stem = known;
      }
      return known;
    }

    /** The prefix without the names in it, which is the same in all runs. */
    String pattern() {
      var text = new StringBuilder();
      for (Object part : stem().parts) {
        text.append(part instanceof Token ? "*" : part);
      }
      return text.toString();
    }

    String label() {
      return stem().render() + "*" + (number == 0 ? "" : OPEN + "" + number + CLOSE);
    }
  }

  /** One object: lines that begin with its identity. */
  static final class Node {
    private final Text id;
    private final @Nullable Token own;
    private final List<String> paths = new ArrayList<>();
    private final List<Text> texts = new ArrayList<>();

    /** The sum over all lines without names, whose hashes never change. */
    private long fixed;

    private final List<Edge> edges = new ArrayList<>();
    private long colour;

    private Node(Text id, @Nullable Token own) {
      this.id = id;
      this.own = own;
      connect(" id ", id);
    }

    void add(String path, Text text) {
      paths.add(path);
      texts.add(text);
      connect(path, text);
    }

    private void connect(String path, Text text) {
      long hash = hash(path);
      List<Token> mentioned = null;
      for (Object part : text.parts) {
        if (part instanceof Token token) {
          mentioned = mentioned == null ? new ArrayList<>() : mentioned;
          mentioned.add(token);
          hash = mix(hash, hash(token.pattern()));
        } else {
          hash = mix(hash, hash((String) part));
        }
      }
      if (mentioned == null) {
        fixed += mix(hash, 1);
      } else {
        edges.add(new Edge(hash, mentioned));
      }
    }

    private void recolour() {
      long sum = fixed;
      for (Edge edge : edges) {
        long hash = edge.hash;
        for (Token token : edge.mentioned) {
          hash = mix(hash, token.colour);
        }
        sum += mix(hash, 2);
      }
      colour = mix(sum, 3);
    }
  }

  private record Edge(long hash, List<Token> mentioned) {}

  /** Declares a generated name. */
  void generated(String name, String prefix) {
    var token = new Token(name, prefix);
    if (tokens.putIfAbsent(name, token) == null) {
      families.computeIfAbsent(prefix, p -> new ArrayList<>()).add(token);
    }
  }

  /** A reference to something that no object describes. */
  Text unknown(String name, String label) {
    return new Text(List.of(tokens.computeIfAbsent(name, n -> new Token(n, label))));
  }

  /** Adds an object. */
  Node node(Text id, String name) {
    var node = new Node(id, tokens.get(name));
    nodes.add(node);
    return node;
  }

  /** Finds the generated names in a text. */
  Text parse(String text) {
    return parse(text, null);
  }

  private Text parse(String text, @Nullable Token except) {
    Token whole = tokens.get(text);
    if (whole != null && whole != except) {
      return new Text(List.of(whole));
    }
    for (var family : families.entrySet()) {
      int at = text.indexOf(family.getKey());
      if (at < 0) {
        continue;
      }
      for (Token token : family.getValue()) {
        int found = token == except ? -1 : text.indexOf(token.name);
        if (found >= 0) {
          return Text.join(
              List.of(
                  parse(text.substring(0, found), except),
                  new Text(List.of(token)),
                  parse(text.substring(found + token.name.length()), except)));
        }
      }
    }
    return text.isEmpty() ? Text.NONE : new Text(List.of(text));
  }

  /** Numbers the names and returns all lines, sorted. */
  String render() {
    number();
    var lines = new ArrayList<String>();
    for (Node node : nodes) {
      String id = node.id.render();
      for (int i = 0; i < node.paths.size(); i++) {
        lines.add(id + node.paths.get(i) + node.texts.get(i).render());
      }
    }
    lines.sort(null);
    return String.join("\n", lines);
  }

  static String unnumbered(String line) {
    return line.indexOf(OPEN) < 0 ? line : NUMBER.matcher(line).replaceAll("");
  }

  // ---- refinement

  private void number() {
    if (tokens.isEmpty()) {
      return;
    }
    tokens.values().forEach(token -> token.colour = hash(token.pattern()));
    refine();
    tokens.values().forEach(token -> token.content = token.colour);
    for (List<Token> tied = tied(); !tied.isEmpty(); tied = tied()) {
      boolean related = tied.stream().anyMatch(this::isRelated);
      // Members of which nobody else speaks can be separated in one step, the others one by one.
      for (int i = 1; i < (related ? 2 : tied.size()); i++) {
        Token token = tied.get(i);
        token.colour = mix(token.colour, i);
      }
      if (related) {
        refine();
      }
    }
    var families = new TreeMap<String, List<Token>>();
    for (Token token : tokens.values()) {
      families.computeIfAbsent(token.stem().render(), p -> new ArrayList<>()).add(token);
    }
    for (List<Token> family : families.values()) {
      if (family.size() > 1) {
        family.sort(
            Comparator.comparingLong((Token t) -> t.content).thenComparingLong(t -> t.colour));
        for (int i = 0; i < family.size(); i++) {
          family.get(i).number = i + 1;
        }
      }
    }
  }

  /** Whether another object mentions the name, or its own object mentions another name. */
  private boolean isRelated(Token token) {
    for (Node node : nodes) {
      for (Edge edge : node.edges) {
        boolean here = edge.mentioned.contains(token);
        if (here && (node.own != token || edge.mentioned.stream().anyMatch(t -> t != token))) {
          return true;
        }
        if (!here && node.own == token && edge.mentioned.stream().anyMatch(this::isTied)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isTied(Token token) {
    return tokens.values().stream().anyMatch(t -> t != token && t.colour == token.colour);
  }

  /** The names of one colour, of which there are several; empty if all colours differ. */
  private List<Token> tied() {
    var byColour = new TreeMap<Long, List<Token>>();
    for (Token token : tokens.values()) {
      byColour.computeIfAbsent(token.colour, c -> new ArrayList<>()).add(token);
    }
    return byColour.values().stream()
        .filter(same -> same.size() > 1)
        .findFirst()
        .orElse(Collections.emptyList());
  }

  /** Recolours everything until the number of colours does not increase. */
  private void refine() {
    long colours = colours();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      nodes.forEach(Node::recolour);
      var sums = new HashMap<Token, Long>();
      for (Node node : nodes) {
        if (node.own != null) {
          sums.merge(node.own, mix(node.colour, 4), Long::sum);
        }
        for (Edge edge : node.edges) {
          for (int i = 0; i < edge.mentioned.size(); i++) {
            long hash = mix(mix(edge.hash, node.colour), i);
            sums.merge(edge.mentioned.get(i), hash, Long::sum);
          }
        }
      }
      sums.forEach((token, sum) -> token.colour = mix(token.colour, sum));
      long now = colours();
      if (round > 0 && now <= colours) {
        return;
      }
      colours = now;
    }
  }

  private long colours() {
    return tokens.values().stream().mapToLong(token -> token.colour).distinct().count();
  }

  private static long hash(String text) {
    long hash = 1125899906842597L;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return mix(hash, text.length());
  }

  /** The finalizer of SplitMix64 over both. */
  private static long mix(long one, long other) {
    long z = one * 0x9e3779b97f4a7c15L + other;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
