package io.coxswain.console.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium of this machine, driven through its DevTools protocol. Pages do not share
 * cookies: each has a browser context of its own.
 */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final String LISTENING = "DevTools listening on ";

  /** Nothing takes that long on a machine that works; a test that waits longer has failed. */
  static final long LIMIT_SECONDS = 60;

  private final Process process;
  private final Path profile;
  private final HttpClient client = HttpClient.newHttpClient();
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final Map<String, Page> pages = new ConcurrentHashMap<>();

  private Chromium(Process process, Path profile, String address) {
    this.process = process;
    this.profile = profile;
    this.socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Receiver())
            .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
            .join();
  }

  /** The browser of this machine, if it has one. */
  static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Chromium start(Path program) throws IOException {
    Path profile = Files.createTempDirectory("coxswain-browser");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--force-color-profile=srgb",
                "--enable-precise-memory-info",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    var errors =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    for (String line = errors.readLine(); line != null; line = errors.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread.ofPlatform().daemon().start(() -> discard(errors));
        return new Chromium(process, profile, line.substring(LISTENING.length()));
      }
    }
    throw new IOException(program + " ended before it listened");
  }

  /** Reads what it prints later, so that it never blocks on a full pipe. */
  private static void discard(BufferedReader errors) {
    try {
      var _ = errors.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // It was closed with the process.
    }
  }

  /** Opens an empty page of the given size. */
  Page page(int width, int height) {
    String context =
        call("Target.createBrowserContext", Json.NODES.objectNode(), "")
            .path("browserContextId")
            .asText();
    String target =
        call(
                "Target.createTarget",
                Json.NODES.objectNode().put("url", "about:blank").put("browserContextId", context),
                "")
            .path("targetId")
            .asText();
    String session =
        call(
                "Target.attachToTarget",
                Json.NODES.objectNode().put("targetId", target).put("flatten", true),
                "")
            .path("sessionId")
            .asText();
    var page = new Page(this, session, context);
    pages.put(session, page);
    page.enable();
    page.size(width, height);
    return page;
  }

  void disposed(Page page, String session, String context) {
    pages.remove(session, page);
    var _ =
        call(
            "Target.disposeBrowserContext",
            Json.NODES.objectNode().put("browserContextId", context),
            "");
  }

  /** Sends a command and waits for its result. */
  JsonNode call(String method, ObjectNode parameters, String session) {
    int id = ids.incrementAndGet();
    ObjectNode message =
        Json.NODES.objectNode().put("id", id).put("method", method).set("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    var result = new CompletableFuture<JsonNode>();
    calls.put(id, result);
    synchronized (socket) {
      socket.sendText(message.toString(), true).join();
    }
    try {
      JsonNode response = result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (response.has("error")) {
        throw new CommandException(method + ": " + response.path("error").path("message").asText());
      }
      return response.path("result");
    } catch (TimeoutException e) {
      throw new AssertionError("no response to " + method + " within " + LIMIT_SECONDS + " s", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      calls.remove(id);
    }
  }

  /** A command that the browser rejected. */
  static final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CommandException(String message) {
      super(message);
    }
  }

  /** Puts the parts of messages together; the protocol needs no backpressure here. */
  private final class Receiver implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        JsonNode message = Json.tree(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
        received(message);
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }

  private void received(JsonNode message) {
    if (message.has("id")) {
      CompletableFuture<JsonNode> call = calls.get(message.path("id").asInt());
      if (call != null) {
        call.complete(message);
      }
      return;
    }
    Page page = pages.get(message.path("sessionId").asText());
    if (page != null) {
      page.event(message.path("method").asText(), message.path("params"));
    }
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    deleteProfile();
  }

  private void deleteProfile() {
    try (Stream<Path> files = Files.walk(profile)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        var _ = Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A dying helper process may still write; the folder is in the system's temporary folder.
    }
  }
}
