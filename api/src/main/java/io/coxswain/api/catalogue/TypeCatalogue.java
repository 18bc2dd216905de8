package io.coxswain.api.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of the built-in types. Loading it only finds the starts of its blocks, which are
 * separated by blank lines; a block is parsed when it is first needed.
 */
public final class TypeCatalogue {
  private static final String RESOURCE = "types.txt";

  /** The fields of the list of a kind that is marked with {@code list}, up to the kind. */
  private static final String LIST_FIELDS =
      " >meta.v1.TypeMeta\n metadata:ListMeta meta.v1.ListMeta~\n items []";

  /** By package: the lines of its declared types that are not structs. */
  private static final Map<String, String> DECLARATIONS = new HashMap<>();

  private static final Map<String, CatalogueType> TYPES = new HashMap<>(1024);
  private static final Map<String, String> KINDS = new TreeMap<>();
  private static final Map<String, Map<String, String>> NAMED = new ConcurrentHashMap<>();

  static {
    load(text());
  }

  private TypeCatalogue() {}

  /** The type of a name, such as {@code core.v1.PodSpec}; null if there is none. */
  public static @Nullable CatalogueType find(String name) {
    return TYPES.get(name);
  }

  /** Like {@link #find}, for a type that must exist. */
  public static CatalogueType named(String name) {
    CatalogueType type = TYPES.get(name);
    if (type == null) {
      throw new IllegalArgumentException("no such built-in type: " + name);
    }
    return type;
  }

  /** The names of all types, sorted. */
  public static Set<String> names() {
    return new TreeSet<>(TYPES.keySet());
  }

  /** {@code apiVersion kind} of all kinds, sorted, each with the name of its type. */
  public static Map<String, String> kinds() {
    return Collections.unmodifiableMap(KINDS);
  }

  /**
   * The type that a text such as {@code []Container} refers to.
   *
   * @param home the package of names without one
   */
  public static TypeRef reference(String text, String home) {
    if (text.startsWith("[]")) {
      return new TypeRef.ListOf(reference(text.substring(2), home));
    }
    if (text.startsWith("map[string]")) {
      return new TypeRef.MapOf(reference(text.substring("map[string]".length()), home));
    }
    int dot = text.lastIndexOf('.');
    if (dot < 0 && Character.isLowerCase(text.charAt(0))) {
      return new TypeRef.Scalar(text);
    }
    String declaredIn = dot < 0 ? home : text.substring(0, dot);
    String local = text.substring(dot + 1);
    String underlying = declarations(declaredIn).get(local);
    String name = declaredIn + "." + local;
    return underlying == null
        ? new TypeRef.Struct(name)
        : new TypeRef.Named(name, reference(underlying, declaredIn));
  }

  private static Map<String, String> declarations(String home) {
    Map<String, String> known = NAMED.get(home);
    return known != null ? known : NAMED.computeIfAbsent(home, TypeCatalogue::readDeclarations);
  }

  private static Map<String, String> readDeclarations(String home) {
    var declared = new HashMap<String, String>();
    String lines = DECLARATIONS.getOrDefault(home, "");
    int start = 0;
    while (start < lines.length()) {
      int end = lines.indexOf('\n', start);
      int space = lines.indexOf(' ', start + 1);
      declared.put(lines.substring(start + 1, space), lines.substring(space + 1, end));
      start = end + 1;
    }
    return declared;
  }

  private static String text() {
    try (InputStream in = TypeCatalogue.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void load(String text) {
    int start = text.indexOf("\n\n") + 2; // after the comment
    while (start < text.length()) {
      int end = text.indexOf("\n\n", start);
      end = end < 0 ? text.length() : end + 1;
      int headEnd = text.indexOf('\n', start);
      readBlock(text.substring(start, headEnd), text.substring(headEnd + 1, end));
      start = end + 1;
    }
  }

  private static void readBlock(String head, String lines) {
    int space = head.indexOf(' ');
    String name = space < 0 ? head : head.substring(0, space);
    if (Character.isLowerCase(name.charAt(name.lastIndexOf('.') + 1))) {
      DECLARATIONS.put(name, lines);
      return;
    }
    String apiVersion = "";
    boolean atomic = false;
    boolean list = false;
    if (space > 0) {
      for (String word : head.substring(space + 1).split(" ")) {
        switch (word) {
          case "atomic" -> atomic = true;
          case "list" -> list = true;
          default -> apiVersion = word.substring("kind=".length());
        }
      }
    }
    add(new CatalogueType(name, apiVersion, atomic, lines));
    if (list) {
      String item = name.substring(name.lastIndexOf('.') + 1);
      add(new CatalogueType(name + "List", apiVersion, false, LIST_FIELDS + item + "!~\n"));
    }
  }

  private static void add(CatalogueType type) {
    TYPES.put(type.name(), type);
    if (!type.apiVersion().isEmpty()) {
      String kind = type.name().substring(type.name().lastIndexOf('.') + 1);
      KINDS.put(type.apiVersion() + " " + kind, type.name());
    }
  }
}
