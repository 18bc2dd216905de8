package io.coxswain.apiserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HtmlLinksTest {
  /** Writes a page in two pieces and puts "!" before each address. */
  private static String rewritten(String page, int cut) throws IOException {
    var out = new ByteArrayOutputStream();
    byte[] bytes = page.getBytes(UTF_8);
    try (var links = new HtmlLinks(out, address -> "!" + address)) {
      links.write(bytes, 0, cut);
      links.write(bytes, cut, bytes.length - cut);
    }
    return out.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<a href=\"/x\">y</a> | <a href=\"!/x\">y</a>",
        "<A Class=b HREF='/x'>y</A> | <A Class=b HREF='!/x'>y</A>",
        "<img alt src = /x.png> | <img alt src = !/x.png>",
        "<br/><link rel=icon href=/i /> | <br/><link rel=icon href=!/i />",
        "<p href=/x>y</p> | <p href=/x>y</p>",
        "<a title=\"a > b\" href=/x> | <a title=\"a > b\" href=!/x>",
        "a < b <a href=/x> | a < b <a href=!/x>",
        "<!-- <a href=/x> --><a href=/y> | <!-- <a href=/x> --><a href=!/y>",
        "<!DOCTYPE html><html manifest=/m> | <!DOCTYPE html><html manifest=!/m>",
        "<script src=/s>'<a href=/x>'</script><a href=/y>"
            + " | <script src=!/s>'<a href=/x>'</script><a href=!/y>",
        "<script>if (a</*</x>*/b) '</scripts>'</SCRIPT><a href=/y>"
            + " | <script>if (a</*</x>*/b) '</scripts>'</SCRIPT><a href=!/y>",
        "\u00fc<a href=/\u00fc>\u00fc | \u00fc<a href=!/\u00fc>\u00fc",
        "<a href=/x | <a href=/x",
      })
  void rewritesAddressesWhereverAPageIsCut(String page, String expected) throws IOException {
    for (int cut = 0; cut <= page.getBytes(UTF_8).length; cut++) {
      assertThat(rewritten(page, cut)).as("cut at %d", cut).isEqualTo(expected);
    }
  }

  @Test
  void passesOnAnythingElseAsItIs() throws IOException {
    var random = new Random(1);
    String characters = "<>/!-='\" apbr\u00fc";
    for (int i = 0; i < 3_000; i++) {
      var page = new StringBuilder();
      for (int length = random.nextInt(60); length > 0; length--) {
        page.append(characters.charAt(random.nextInt(characters.length())));
      }
      var out = new ByteArrayOutputStream();
      try (var links = new HtmlLinks(out, address -> address)) {
        links.write(page.toString().getBytes(UTF_8));
      }
      assertThat(out.toString(UTF_8)).isEqualTo(page.toString());
    }
  }

  @Test
  void holdsBackNoMoreThanOneTagOfLimitedLength() throws IOException {
    var out = new ByteArrayOutputStream();
    var asked = new AtomicInteger();
    var links =
        new HtmlLinks(
            out,
            address -> {
              asked.incrementAndGet();
              return address;
            });
    String open = "<a href=\"";
    links.write((open + "x".repeat(HtmlLinks.MAX_TAG_BYTES)).getBytes(UTF_8));

    assertThat(out.size()).isGreaterThan(HtmlLinks.MAX_TAG_BYTES);
    links.write("\">".getBytes(UTF_8));
    assertThat(out.size()).isEqualTo(HtmlLinks.MAX_TAG_BYTES + open.length() + 2);
    assertThat(asked).hasValue(0);
  }
}
