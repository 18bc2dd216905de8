package io.coxswain.cel.formats;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A URL as Go's {@code net/url} reads it: more lenient than Java's, and with other words for what
 * is wrong.
 */
public record GoUrl(String scheme, String host, String escapedPath, String rawQuery) {
  private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*");
  private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2}).{0,2}");
  private static final Pattern PORT = Pattern.compile("(:[0-9]*)?");

  /** Whether the text is an absolute URL or path, as in a request. */
  public static boolean isRequest(String text) {
    try {
      ofRequest(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Reads an absolute URL or path, as in a request.
   *
   * @throws IllegalArgumentException with Go's words if it is neither
   */
  public static GoUrl ofRequest(String text) {
    String quoted = "parse " + quote(text) + ": ";
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) == 0x7f) {
        throw new IllegalArgumentException(quoted + "net/url: invalid control character in URL");
      }
    }
    if (text.isEmpty()) {
      throw new IllegalArgumentException(quoted + "empty url");
    }
    if (text.equals("*")) {
      return new GoUrl("", "", "*", "");
    }
    String scheme = "";
    String rest = text;
    int colon = text.indexOf(':');
    if (colon == 0) {
      throw new IllegalArgumentException(quoted + "missing protocol scheme");
    }
    if (colon > 0 && SCHEME.matcher(text.substring(0, colon)).matches()) {
      scheme = text.substring(0, colon).toLowerCase(java.util.Locale.ROOT);
      rest = text.substring(colon + 1);
    }
    int fragment = rest.indexOf('#');
    String beforeFragment = fragment < 0 ? rest : rest.substring(0, fragment);
    int question = beforeFragment.indexOf('?');
    String query = question < 0 ? "" : beforeFragment.substring(question + 1);
    String path = question < 0 ? beforeFragment : beforeFragment.substring(0, question);
    if (!path.startsWith("/")) {
      if (!scheme.isEmpty()) {
        return new GoUrl(scheme, "", "", query);
      }
      throw new IllegalArgumentException(quoted + "invalid URI for request");
    }
    String host = "";
    if (path.startsWith("//") && (!scheme.isEmpty() || !path.startsWith("///"))) {
      int slash = path.indexOf('/', 2);
      String authority = slash < 0 ? path.substring(2) : path.substring(2, slash);
      path = slash < 0 ? "" : path.substring(slash);
      host = host(quoted, authority.substring(authority.lastIndexOf('@') + 1));
    }
    var bad = BAD_ESCAPE.matcher(path);
    if (bad.find()) {
      throw new IllegalArgumentException(quoted + "invalid URL escape " + quote(bad.group()));
    }
    return new GoUrl(scheme, host, path.replace(" ", "%20"), query);
  }

  private static String host(String quoted, String host) {
    if (host.startsWith("[")) {
      int close = host.lastIndexOf(']');
      if (close < 0) {
        throw new IllegalArgumentException(quoted + "missing ']' in host");
      }
      checkPort(quoted, host.substring(close + 1));
    } else if (host.indexOf(':') >= 0) {
      checkPort(quoted, host.substring(host.lastIndexOf(':')));
    }
    for (int i = 0; i < host.length(); i++) {
      if (" <>\"\\^`{}|".indexOf(host.charAt(i)) >= 0) {
        throw new IllegalArgumentException(
            quoted + "invalid character " + quote(host.substring(i, i + 1)) + " in host name");
      }
    }
    var bad = BAD_ESCAPE.matcher(host);
    if (bad.find()) {
      throw new IllegalArgumentException(quoted + "invalid URL escape " + quote(bad.group()));
    }
    return host;
  }

  private static void checkPort(String quoted, String port) {
    if (!PORT.matcher(port).matches()) {
      throw new IllegalArgumentException(quoted + "invalid port " + quote(port) + " after host");
    }
  }

  private static String quote(String text) {
    return com.fasterxml.jackson.databind.node.TextNode.valueOf(text).toString();
  }

  /** The host without its port and brackets. */
  public String hostname() {
    String port = port();
    String name =
        host.endsWith(":" + port) && host.contains(":")
            ? host.substring(0, host.length() - port.length() - 1)
            : host;
    if (host.startsWith("[") && host.indexOf(']') > 0) {
      return host.substring(1, host.indexOf(']'));
    }
    return name;
  }

  /** The digits of the port; empty if there is none. */
  public String port() {
    int colon = host.lastIndexOf(':');
    return colon < 0 || colon < host.lastIndexOf(']') ? "" : host.substring(colon + 1);
  }

  /** The values of each name, in the order of the URL. */
  public Map<String, List<String>> query() {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String part : rawQuery.split("&", -1)) {
      if (part.isEmpty() || part.contains(";")) {
        continue;
      }
      int equals = part.indexOf('=');
      try {
        String name = decode(equals < 0 ? part : part.substring(0, equals));
        String value = equals < 0 ? "" : decode(part.substring(equals + 1));
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
      } catch (IllegalArgumentException e) {
        // what cannot be decoded is left out
      }
    }
    return values;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
