package io.coxswain.console.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.console.http.StaticFiles;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTML page with a recording and everything that shows it. Modules of the console's own page
 * become data URLs, and an import map gives them the names by which they import one another.
 */
public final class StandalonePage {
  private static final String ENTRY = "/assets/replay-standalone.js";
  private static final String STYLE = "/assets/app.css";
  private static final String SCHEME = "coxswain:";
  private static final int MAX_MODULES = 100;
  private static final Pattern IMPORT = Pattern.compile("\\b(from|import)\\s*\"([./][^\"]+)\"");

  /** Scripts are inline or data: the page is a file and has no server. It may load nothing else. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' data:; img-src"
          + " data:";

  private StandalonePage() {}

  /** The page with a recording. */
  public static String of(JsonNode recording) {
    var files = new StaticFiles();
    ObjectNode map = Json.NODES.objectNode();
    ObjectNode imports = map.putObject("imports");
    modules(files)
        .forEach(
            (path, text) ->
                imports.put(
                    SCHEME + path,
                    "data:text/javascript;base64,"
                        + Base64.getEncoder()
                            .encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="%s">
    <title>%s</title>
    <style>%s</style>
    <script type="importmap">%s</script>
    </head>
    <body class="standalone">
    <main id="app"></main>
    <script type="application/json" id="recording">%s</script>
    <script type="module">import "%s";</script>
    </body>
    </html>
    """
        .formatted(
            POLICY,
            escaped(recording.path("title").asText("Recording")),
            text(files, STYLE).replace("</", "<\\/"),
            inScript(map),
            inScript(recording),
            SCHEME + ENTRY);
  }

  /** The entry module and all that it imports, by path, with imports by name. */
  private static Map<String, String> modules(StaticFiles files) {
    var modules = new LinkedHashMap<String, String>();
    var waiting = new ArrayDeque<String>();
    waiting.add(ENTRY);
    while (!waiting.isEmpty()) {
      String path = waiting.remove();
      if (modules.containsKey(path)) {
        continue;
      }
      if (modules.size() == MAX_MODULES) {
        throw new IllegalStateException("the page imports too many modules");
      }
      var named = new StringBuilder();
      Matcher found = IMPORT.matcher(text(files, path));
      while (found.find()) {
        String target = URI.create(path).resolve(found.group(2)).getPath();
        waiting.add(target);
        found.appendReplacement(
            named, Matcher.quoteReplacement(found.group(1) + " \"" + SCHEME + target + "\""));
      }
      found.appendTail(named);
      modules.put(path, named.toString());
    }
    return modules;
  }

  private static String text(StaticFiles files, String path) {
    return files
        .text(path)
        .orElseThrow(() -> new IllegalStateException("the console lacks its file " + path));
  }

  /** JSON in which nothing ends the script element. */
  private static String inScript(JsonNode json) {
    return new String(Json.bytes(json), StandardCharsets.UTF_8).replace("<", "\\u003c");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
