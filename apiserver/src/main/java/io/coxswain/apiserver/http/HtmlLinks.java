package io.coxswain.apiserver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An output stream that replaces the links in a page of HTML and writes everything else byte by
 * byte. At most one tag is held back, and only up to {@link #MAX_TAG_BYTES}: a longer one is not
 * changed. Comments and the contents of scripts and styles are not changed either. For one thread.
 */
final class HtmlLinks extends OutputStream {
  static final int MAX_TAG_BYTES = 64 * 1024;

  private static final Pattern ELEMENT = Pattern.compile("<([a-zA-Z][^\\s/>]*)");

  /** The name of an attribute and its value, with its quotes. Nothing is matched twice. */
  private static final Pattern ATTRIBUTE =
      Pattern.compile("([^\\s\"'>/=]++)(?:\\s*+=\\s*+(\"[^\"]*+\"|'[^']*+'|[^\\s\"'>]++))?+");

  /** The attributes of each element that hold an address. */
  private static final Map<String, Set<String>> ADDRESSES =
      Map.ofEntries(
          Map.entry("a", Set.of("href")),
          Map.entry("applet", Set.of("codebase")),
          Map.entry("area", Set.of("href")),
          Map.entry("audio", Set.of("src")),
          Map.entry("base", Set.of("href")),
          Map.entry("blockquote", Set.of("cite")),
          Map.entry("body", Set.of("background")),
          Map.entry("button", Set.of("formaction")),
          Map.entry("command", Set.of("icon")),
          Map.entry("del", Set.of("cite")),
          Map.entry("embed", Set.of("src")),
          Map.entry("form", Set.of("action")),
          Map.entry("frame", Set.of("longdesc", "src")),
          Map.entry("head", Set.of("profile")),
          Map.entry("html", Set.of("manifest")),
          Map.entry("iframe", Set.of("longdesc", "src")),
          Map.entry("img", Set.of("longdesc", "src", "usemap")),
          Map.entry("input", Set.of("src", "usemap", "formaction")),
          Map.entry("ins", Set.of("cite")),
          Map.entry("link", Set.of("href")),
          Map.entry("object", Set.of("classid", "codebase", "data", "usemap")),
          Map.entry("q", Set.of("cite")),
          Map.entry("script", Set.of("src")),
          Map.entry("source", Set.of("src")),
          Map.entry("video", Set.of("poster", "src")));

  /** Elements whose content is text up to their end tag. */
  private static final Set<String> RAW_TEXT =
      Set.of("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes");

  private static final String COMMENT = "<!--";

  private final OutputStream out;
  private final UnaryOperator<String> rewrite;
  private final ByteArrayOutputStream tag = new ByteArrayOutputStream();

  /** The quote in which the last byte of the tag is, or 0. */
  private byte quote;

  private boolean inComment;
  private int dashes;

  /** The start of the tag that ends the current script or the like; empty outside of one. */
  private String rawTextEnd = "";

  /**
   * @param out buffered, because single bytes are written
   * @param rewrite returns what an address is replaced by
   */
  HtmlLinks(OutputStream out, UnaryOperator<String> rewrite) {
    this.out = out;
    this.rewrite = rewrite;
  }

  @Override
  public void write(int b) throws IOException {
    next((byte) b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      next(bytes[i]);
    }
  }

  /** Does not write the tag that is held back. */
  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    writeHeldBack();
    out.close();
  }

  private void next(byte b) throws IOException {
    if (inComment) {
      out.write(b);
      inComment = b != '>' || dashes < 2;
      dashes = b == '-' ? dashes + 1 : 0;
    } else if (b == '<' && quote == 0) {
      writeHeldBack();
      tag.write(b);
    } else if (tag.size() == 0) {
      out.write(b);
    } else {
      tag.write(b);
      extended(b);
    }
  }

  private void extended(byte b) throws IOException {
    if (tag.size() > MAX_TAG_BYTES || (tag.size() == 2 && !startsTag(b))) {
      writeHeldBack();
    } else if (tag.size() <= rawTextEnd.length() && !mayEndRawText()) {
      writeHeldBack();
    } else if (tag.size() == COMMENT.length() && tag.toString(ISO_8859_1).equals(COMMENT)) {
      writeHeldBack();
      inComment = true;
    } else if (quote != 0) {
      quote = b == quote ? 0 : quote;
    } else if (b == '"' || b == '\'') {
      quote = b;
    } else if (b == '>') {
      finish();
    }
  }

  private static boolean startsTag(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '/' || b == '!' || b == '?';
  }

  /** Whether what is held back begins as the tag that ends a script or the like. */
  private boolean mayEndRawText() {
    String begin = tag.toString(ISO_8859_1).toLowerCase(Locale.ROOT);
    return rawTextEnd.startsWith(begin);
  }

  /** Writes what is held back as it is. */
  private void writeHeldBack() throws IOException {
    tag.writeTo(out);
    tag.reset();
    quote = 0;
  }

  private void finish() throws IOException {
    String text = tag.toString(ISO_8859_1);
    Matcher start = ELEMENT.matcher(text);
    if (!start.lookingAt()) {
      writeHeldBack();
      rawTextEnd = "";
      return;
    }
    String element = start.group(1).toLowerCase(Locale.ROOT);
    Set<String> addresses = ADDRESSES.getOrDefault(element, Set.of());
    var rewritten = new StringBuilder(text.substring(0, start.end()));
    Matcher attribute = ATTRIBUTE.matcher(text).region(start.end(), text.length());
    int end = start.end();
    while (attribute.find()) {
      if (attribute.group(2) == null) {
        continue;
      }
      rewritten.append(text, end, attribute.start(2));
      String value = attribute.group(2);
      rewritten.append(
          addresses.contains(attribute.group(1).toLowerCase(Locale.ROOT))
              ? rewritten(value)
              : value);
      end = attribute.end(2);
    }
    rewritten.append(text, end, text.length());
    tag.reset();
    tag.writeBytes(rewritten.toString().getBytes(ISO_8859_1));
    writeHeldBack();
    rawTextEnd = RAW_TEXT.contains(element) && !text.endsWith("/>") ? "</" + element : "";
  }

  private String rewritten(String value) {
    boolean quoted = value.startsWith("\"") || value.startsWith("'");
    return quoted
        ? value.charAt(0) + rewrite.apply(value.substring(1, value.length() - 1)) + value.charAt(0)
        : rewrite.apply(value);
  }
}
