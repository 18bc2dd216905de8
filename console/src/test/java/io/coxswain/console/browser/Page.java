package io.coxswain.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** One page of the browser, as a user sees and operates it. */
final class Page implements AutoCloseable {
  /** Keys whose name is not the text that they type. */
  private static final Map<String, Integer> CODES =
      Map.of(
          "Enter",
          13,
          "Escape",
          27,
          "Tab",
          9,
          "ArrowDown",
          40,
          "ArrowUp",
          38,
          "ArrowLeft",
          37,
          "ArrowRight",
          39,
          "Home",
          36,
          "End",
          35,
          "PageDown",
          34);

  private final Chromium browser;
  private final String session;
  private final String context;
  private final List<String> problems = new CopyOnWriteArrayList<>();

  Page(Chromium browser, String session, String context) {
    this.browser = browser;
    this.session = session;
    this.context = context;
  }

  JsonNode call(String method, ObjectNode parameters) {
    return browser.call(method, parameters, session);
  }

  private static ObjectNode object() {
    return Json.NODES.objectNode();
  }

  void enable() {
    for (String domain : List.of("Page", "Runtime", "Log", "Performance", "DOM")) {
      var _ = call(domain + ".enable", object());
    }
  }

  /** Exceptions, errors on the console and violations of the content security policy. */
  void event(String method, JsonNode parameters) {
    switch (method) {
      case "Runtime.exceptionThrown" ->
          problems.add(
              parameters.path("exceptionDetails").path("exception").path("description").asText());
      case "Runtime.consoleAPICalled" -> {
        if (parameters.path("type").asText().equals("error")) {
          problems.add(parameters.path("args").toString());
        }
      }
      case "Log.entryAdded" -> {
        JsonNode entry = parameters.path("entry");
        if (entry.path("level").asText().equals("error")) {
          problems.add(entry.path("text").asText() + " " + entry.path("url").asText());
        }
      }
      default -> {}
    }
  }

  /** What went wrong in the page so far. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  void size(int width, int height) {
    var _ =
        call(
            "Emulation.setDeviceMetricsOverride",
            object()
                .put("width", width)
                .put("height", height)
                .put("deviceScaleFactor", 1)
                .put("mobile", false));
  }

  void dark(boolean dark) {
    ObjectNode media = object();
    media
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", dark ? "dark" : "light");
    var _ = call("Emulation.setEmulatedMedia", media);
  }

  /** Runs a script in every document that is opened from now on, before its own scripts. */
  void beforeEachDocument(String script) {
    var _ = call("Page.addScriptToEvaluateOnNewDocument", object().put("source", script));
  }

  void open(String url) {
    var _ = call("Page.navigate", object().put("url", url));
  }

  /** Goes to another view of the console that is already open, as a link does. */
  void go(String path) {
    var _ =
        evaluate(
            "history.pushState(null, '', %s); dispatchEvent(new CustomEvent('coxswain-navigate', {detail: {}}))"
                .formatted(quoted(path)));
  }

  /** Evaluates an expression, waits if it is a promise, and returns its value. */
  JsonNode evaluate(String expression) {
    JsonNode result =
        call(
            "Runtime.evaluate",
            object()
                .put("expression", expression)
                .put("awaitPromise", true)
                .put("returnByValue", true)
                .put("userGesture", true));
    if (result.has("exceptionDetails")) {
      throw new AssertionError(
          expression
              + ": "
              + result.path("exceptionDetails").path("exception").path("description").asText());
    }
    return result.path("result").path("value");
  }

  /** Waits until an expression is true, looking again whenever the page has changed. */
  void await(String expression) {
    String script =
        """
        new Promise((resolve) => {
          const check = () => {
            let value = false;
            try { value = Boolean(%s); } catch { /* not there yet */ }
            if (value) { observer.disconnect(); clearInterval(timer); clearTimeout(end); resolve(true); }
          };
          const observer = new MutationObserver(check);
          observer.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
          const timer = setInterval(check, 100);
          const end = setTimeout(() => { observer.disconnect(); clearInterval(timer); resolve(false); }, %d);
          check();
        })\
        """
            .formatted(expression, (Chromium.LIMIT_SECONDS - 20) * 1000);
    for (int attempt = 0; attempt < 20; attempt++) {
      try {
        if (evaluate(script).asBoolean()) {
          return;
        }
        throw new AssertionError(
            "not seen: " + expression + "\nproblems: " + problems + "\n" + text("body"));
      } catch (Chromium.CommandException e) {
        // The page was replaced by another one while it waited.
        if (!e.getMessage().contains("context") && !e.getMessage().contains("navigated")) {
          throw e;
        }
      }
    }
    throw new AssertionError("the page never settled: " + expression);
  }

  /** Waits until an element shows a text. */
  void awaitText(String selector, String text) {
    await(
        "[...document.querySelectorAll(%s)].some((e) => e.textContent.replace(/\\s+/g, ' ').includes(%s))"
            .formatted(quoted(selector), quoted(text)));
  }

  void awaitNo(String selector) {
    await("!document.querySelector(%s)".formatted(quoted(selector)));
  }

  /** The text of all elements, with single spaces. */
  String text(String selector) {
    return evaluate(
            "[...document.querySelectorAll(%s)].map((e) => e.innerText).join('\\n').replace(/[ \\t]+/g, ' ')"
                .formatted(quoted(selector)))
        .asText();
  }

  int count(String selector) {
    return evaluate("document.querySelectorAll(%s).length".formatted(quoted(selector))).asInt();
  }

  void click(String selector) {
    await("document.querySelector(%s)".formatted(quoted(selector)));
    var _ = evaluate("document.querySelector(%s).click()".formatted(quoted(selector)));
  }

  /** Chooses an option of a list. */
  void select(String selector, String value) {
    enter(selector, value);
    assertThat(evaluate("document.querySelector(%s).value".formatted(quoted(selector))).asText())
        .as("an option of " + selector)
        .isEqualTo(value);
  }

  /** Replaces the text of a field. */
  void fill(String selector, String value) {
    enter(selector, value);
  }

  private void enter(String selector, String value) {
    var _ =
        evaluate(
            """
            (() => {
              const field = document.querySelector(%s);
              field.value = %s;
              field.dispatchEvent(new Event('input', {bubbles: true}));
              field.dispatchEvent(new Event('change', {bubbles: true}));
            })()\
            """
                .formatted(quoted(selector), quoted(value)));
  }

  /** Presses and releases a key, as the keyboard does. */
  void press(String key) {
    boolean named = CODES.containsKey(key);
    ObjectNode event = object().put("key", key);
    int code = named ? CODES.get(key) : key.toUpperCase(Locale.ROOT).charAt(0);
    event.put("windowsVirtualKeyCode", code);
    if (!named) {
      event.put("text", key);
    } else if (key.equals("Enter")) {
      event.put("text", "\r");
    }
    var _ = call("Input.dispatchKeyEvent", event.deepCopy().put("type", "keyDown"));
    event.remove("text");
    var _ = call("Input.dispatchKeyEvent", event.put("type", "keyUp"));
  }

  void type(String text) {
    text.chars().forEach(c -> press(Character.toString(c)));
  }

  /** Chooses files in a file input. */
  void choose(String selector, List<Path> files) {
    JsonNode root = call("DOM.getDocument", object()).path("root").path("nodeId");
    JsonNode input =
        call("DOM.querySelector", object().put("selector", selector).set("nodeId", root))
            .path("nodeId");
    ObjectNode parameters = object().set("nodeId", input);
    var paths = parameters.putArray("files");
    files.forEach(file -> paths.add(file.toString()));
    var _ = call("DOM.setFileInputFiles", parameters);
  }

  byte[] screenshot() {
    return Base64.getDecoder()
        .decode(
            call("Page.captureScreenshot", object().put("format", "png")).path("data").asText());
  }

  /** A JavaScript literal. */
  static String quoted(String text) {
    return Json.NODES.textNode(text).toString();
  }

  @Override
  public void close() {
    browser.disposed(this, session, context);
  }
}
