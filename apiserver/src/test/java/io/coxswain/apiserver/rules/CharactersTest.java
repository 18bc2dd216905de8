package io.coxswain.apiserver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** All texts of up to five of the characters that matter, compared with the regular expressions. */
final class CharactersTest {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern A_LABEL = Pattern.compile(LABEL);
  private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final Pattern QUALIFIED =
      Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final String CHARACTERS = "aZ0-._\n\u00e9";

  @Test
  void matchTheSameTextsAsTheRegularExpressions() {
    check("", 5);
    check("z9A`{@[/:", 0);
    for (char c = 0; c < 300; c++) {
      check(String.valueOf(c), 1);
    }
  }

  private static void check(String text, int more) {
    assertThat(Characters.isLabel(text)).as(text).isEqualTo(A_LABEL.matcher(text).matches());
    assertThat(Characters.isSubdomain(text)).as(text).isEqualTo(SUBDOMAIN.matcher(text).matches());
    assertThat(Characters.isQualified(text)).as(text).isEqualTo(QUALIFIED.matcher(text).matches());
    if (more > 0) {
      CHARACTERS.chars().forEach(c -> check(text + (char) c, more - 1));
    }
  }
}
