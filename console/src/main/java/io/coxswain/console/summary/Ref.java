package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import java.util.regex.Pattern;

/**
 * A reference to an object, in one string: {@code GROUP/VERSION/PLURAL/NAMESPACE/NAME}, with {@code
 * core} for the core group and {@code _} for no namespace. It is also the path of the object's
 * page.
 */
public record Ref(String group, String version, String plural, ObjectKey key) {
  private static final int PARTS = 5;
  private static final int MAX_LENGTH = 1024;

  /** What may stand in a path of the API server; RBAC names may contain colons. */
  private static final Pattern PART = Pattern.compile("[A-Za-z0-9._:-]{1,253}");

  /** A reference to an object of the core group. */
  public static Ref core(String plural, ObjectKey key) {
    return new Ref("", "v1", plural, key);
  }

  /**
   * Reads the text of a reference.
   *
   * @throws IllegalArgumentException if it is not one
   */
  public static Ref parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != PARTS || text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "invalid object reference: must be GROUP/VERSION/PLURAL/NAMESPACE/NAME");
    }
    for (String part : parts) {
      if (!PART.matcher(part).matches() || part.equals(".") || part.equals("..")) {
        throw new IllegalArgumentException("invalid object reference: \"" + part + "\"");
      }
    }
    return new Ref(
        parts[0].equals("core") ? "" : parts[0],
        parts[1],
        parts[2],
        new ObjectKey(parts[3].equals("_") ? "" : parts[3], parts[4]));
  }

  /** The path of the object at the API server. */
  public String path() {
    return collection() + "/" + key.name();
  }

  /** The path of the objects of the kind in the namespace. */
  public String collection() {
    String root = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    return key.namespace().isEmpty()
        ? root + "/" + plural
        : root + "/namespaces/" + key.namespace() + "/" + plural;
  }

  /** The name by which kubectl knows the kind: {@code pods}, {@code jobsets.jobset.x-k8s.io}. */
  public String qualifiedPlural() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** The key of an object from its metadata. */
  public static ObjectKey keyOf(JsonNode object) {
    JsonNode meta = object.path("metadata");
    return new ObjectKey(meta.path("namespace").asText(""), meta.path("name").asText(""));
  }

  @Override
  public String toString() {
    return (group.isEmpty() ? "core" : group)
        + "/"
        + version
        + "/"
        + plural
        + "/"
        + (key.namespace().isEmpty() ? "_" : key.namespace())
        + "/"
        + key.name();
  }
}
