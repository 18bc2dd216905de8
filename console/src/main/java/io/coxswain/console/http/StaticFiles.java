package io.coxswain.console.http;

import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the pages, from the class path: our own below {@code web}, and those of lit-html
 * from its jar. Only names of plain characters are looked up, so that no path leaves these folders.
 * Read once, compressed once.
 */
public final class StaticFiles {
  private static final String WEB = "io/coxswain/console/web/";
  private static final String LIT = "META-INF/resources/_static/lit-html/";
  private static final String LIT_VERSION = "META-INF/maven/org.mvnpm/lit-html/pom.properties";
  private static final Pattern NAME =
      Pattern.compile(
          "(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}/){0,6}[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");

  private static final Map<String, String> TYPES = new TreeMap<>();

  static {
    TYPES.put("html", "text/html; charset=utf-8");
    TYPES.put("css", "text/css; charset=utf-8");
    TYPES.put("js", "text/javascript; charset=utf-8");
    TYPES.put("mjs", "text/javascript; charset=utf-8");
    TYPES.put("svg", "image/svg+xml");
    TYPES.put("png", "image/png");
    TYPES.put("ico", "image/x-icon");
    TYPES.put("json", "application/json; charset=utf-8");
    TYPES.put("map", "application/json; charset=utf-8");
    TYPES.put("woff2", "font/woff2");
    TYPES.put("txt", "text/plain; charset=utf-8");
    TYPES.put("webmanifest", "application/manifest+json");
  }

  private final ClassLoader loader;
  private final String lit;
  private final ConcurrentMap<String, File> read = new ConcurrentHashMap<>();

  /** A file that has been read. */
  private record File(String type, byte[] plain, byte[] compressed, String tag) {}

  public StaticFiles() {
    this.loader = StaticFiles.class.getClassLoader();
    this.lit = LIT + litVersion() + "/";
  }

  private String litVersion() {
    var properties = new Properties();
    try (@Nullable InputStream in = loader.getResourceAsStream(LIT_VERSION)) {
      if (in == null) {
        throw new IllegalStateException("lit-html is not on the class path");
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return String.valueOf(properties.getProperty("version"));
  }

  /** The page that all views share. */
  public EndpointResponse index(Request request) {
    return find(WEB + "index.html")
        .map(file -> answer(request, file))
        .orElse(EndpointResponse.NOT_FOUND);
  }

  /** The file below {@code /assets/} or {@code /lib/}. */
  public EndpointResponse get(Request request) {
    return resource(request.path())
        .flatMap(this::find)
        .map(file -> answer(request, file))
        .orElse(EndpointResponse.NOT_FOUND);
  }

  /** The text of the file with that path; empty if there is none. */
  public Optional<String> text(String path) {
    return resource(path)
        .flatMap(this::find)
        .map(file -> new String(file.plain, StandardCharsets.UTF_8));
  }

  private Optional<String> resource(String path) {
    String folder;
    String name;
    if (path.startsWith("/assets/")) {
      folder = WEB + "assets/";
      name = path.substring("/assets/".length());
    } else if (path.startsWith("/lib/lit-html/")) {
      folder = lit;
      name = path.substring("/lib/lit-html/".length());
      if (name.startsWith("development/") || name.startsWith("node/") || !name.endsWith(".js")) {
        return Optional.empty();
      }
    } else {
      return Optional.empty();
    }
    return NAME.matcher(name).matches() ? Optional.of(folder + name) : Optional.empty();
  }

  private Optional<File> find(String resource) {
    File known = read.get(resource);
    if (known != null) {
      return Optional.of(known);
    }
    String extension = resource.substring(resource.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    String type = TYPES.get(extension);
    if (type == null) {
      return Optional.empty();
    }
    try (@Nullable InputStream in = loader.getResourceAsStream(resource)) {
      if (in == null) {
        return Optional.empty(); // not remembered: a client could ask for any number of names
      }
      byte[] plain = in.readAllBytes();
      var file = new File(type, plain, Responses.gzip(plain), tag(plain));
      read.put(resource, file);
      return Optional.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tag(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return "\"" + HexFormat.of().formatHex(hash, 0, 12) + "\"";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform provides it
    }
  }

  private static EndpointResponse answer(Request request, File file) {
    boolean gzip = Responses.acceptsGzip(request) && file.compressed.length < file.plain.length;
    boolean known = request.header("if-none-match").contains(file.tag);
    EndpointResponse response =
        known
            ? new EndpointResponse(304, file.type, new byte[0])
            : new EndpointResponse(200, file.type, gzip ? file.compressed : file.plain);
    if (gzip && !known) {
      response = response.with("Content-Encoding", "gzip");
    }
    return response
        .with("ETag", file.tag)
        .with("Cache-Control", "no-cache")
        .with("Vary", "Accept-Encoding");
  }
}
