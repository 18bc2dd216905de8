package io.coxswain.apiserver.patch;

import static io.coxswain.apiserver.patch.PatchFixtures.body;
import static io.coxswain.apiserver.patch.PatchFixtures.raw;
import static io.coxswain.apiserver.patch.PatchFixtures.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonMergePatchTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: b}            | {a: c}              | {a: c}
          {a: b}            | {b: c}              | {a: b, b: c}
          {a: b}            | {a: null}           | {}
          {a: b, b: c}      | {a: null}           | {b: c}
          {a: [b]}          | {a: c}              | {a: c}
          {a: c}            | {a: [b]}            | {a: [b]}
          {a: {b: c}}       | {a: {b: d, c: null}} | {a: {b: d}}
          {a: {b: c}}       | {a: [1]}            | {a: [1]}
          {a: [{b: c}]}     | {a: [1]}            | {a: [1]}
          {e: null}         | {a: 1}              | {e: null, a: 1}
          {}                | {a: {bb: {c: null}}} | {a: {bb: {}}}
          {a: 1}            | {a: {b: null, c: 2}} | {a: {c: 2}}
          """)
  void mergesAsTheExamplesOfTheRfc(String before, String patch, String after)
      throws PatchException {
    var original = tree(before);

    var patched = JsonMergePatch.parse(body(patch)).apply(original);

    assertThat(patched).isEqualTo(tree(after));
    assertThat(original).isEqualTo(tree(before));
  }

  @Test
  void rejectsANullBody() {
    var failure =
        catchThrowableOfType(PatchException.class, () -> JsonMergePatch.parse(raw("null")));

    assertThat(failure.code()).isEqualTo(400);
    assertThat(failure).hasMessage("Invalid JSON Patch");
  }

  @Test
  void rejectsABodyThatIsNotAnObject() {
    var failure =
        catchThrowableOfType(PatchException.class, () -> JsonMergePatch.parse(raw("[1]")));

    assertThat(failure)
        .hasMessage(
            "error decoding patch: json: cannot unmarshal array into Go value of type"
                + " map[string]interface {}");
  }
}
