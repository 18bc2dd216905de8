package io.coxswain.apiserver.patch;

import static io.coxswain.apiserver.patch.PatchFixtures.body;
import static io.coxswain.apiserver.patch.PatchFixtures.raw;
import static io.coxswain.apiserver.patch.PatchFixtures.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPatchTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: {x: 1}}    | [{op: add, path: /a/y, value: 2}]               | {a: {x: 1, y: 2}}
          {a: {x: 1}}    | [{op: add, path: /a/y}]                         | {a: {x: 1, y: null}}
          {a: {x: 1}}    | [{op: remove, path: /a/x}]                      | {a: {}}
          {a: {x: 1}}    | [{op: replace, path: /a/y, value: 2}]           | {a: {x: 1, y: 2}}
          {a: {x: 1}}    | [{op: move, from: /a/x, path: /a/y}]            | {a: {y: 1}}
          {a: {x: 1}}    | [{op: copy, from: /a/x, path: /b}]              | {a: {x: 1}, b: 1}
          {a: {x: 1}}    | [{op: copy, from: /a/y, path: /b}]              | {a: {x: 1}, b: null}
          {a: {x: 1}}    | [{op: test, path: /a/y, value: null}]           | {a: {x: 1}}
          {a: {x: 1}}    | [{op: test, path: /a, value: {x: 1}}]           | {a: {x: 1}}
          {a: {x: 1}}    | [{op: add, path: a/y, value: 2}]                | {a: {x: 1}, y: 2}
          {a: [1, 2]}    | [{op: add, path: /a/-, value: 3}]               | {a: [1, 2, 3]}
          {a: [1, 2]}    | [{op: add, path: /a/1, value: 3}]               | {a: [1, 3, 2]}
          {a: [1, 2]}    | [{op: add, path: /a/-1, value: 3}]              | {a: [1, 2, 3]}
          {a: [1, 2]}    | [{op: remove, path: /a/-1}]                     | {a: [1]}
          {a: [1, 2]}    | [{op: replace, path: /a/0, value: 3}]           | {a: [3, 2]}
          {x/y: 1}       | [{op: remove, path: /x~1y}]                     | {}
          """)
  void appliesOperations(String before, String patch, String after) throws PatchException {
    assertThat(JsonPatch.parse(body(patch)).apply(tree(before))).isEqualTo(tree(after));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{op: remove, path: /a/y}]
          [{op: move, from: /a/y, path: /a/z}]
          [{op: test, path: /a/x, value: 2}]
          [{op: test, path: /a/y, value: 2}]
          [{op: frobnicate, path: /a/x}]
          [{path: /a/x, value: 1}]
          [{op: add, value: 1}]
          [{op: remove, path: ''}]
          [{op: replace, path: /l/2, value: 1}]
          [{op: add, path: /l/3, value: 1}]
          [{op: add, path: /l/one, value: 1}]
          """)
  void rejectsImpossibleOperations(String patch) {
    refused(patch);
  }

  @Test
  void rejectsAnAnnotationWhereThereAreNone() {
    refused("[{op: add, path: /metadata/annotations/x, value: y}]");
  }

  private static void refused(String patch) {
    var before = tree("{a: {x: 1}, l: [1, 2], metadata: {name: n}}");
    var untouched = before.deepCopy();

    var failure =
        catchThrowableOfType(
            PatchException.class, () -> JsonPatch.parse(body(patch)).apply(before));

    assertThat(failure.code()).isEqualTo(422);
    assertThat(failure.reason()).isEqualTo("Invalid");
    assertThat(failure)
        .hasMessage("the server rejected our request due to an error in our request");
    assertThat(before).isEqualTo(untouched);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}     | error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp
          "x"    | error decoding patch: json: cannot unmarshal string into Go value of type []handlers.jsonPatchOp
          [{     | error decoding patch: unexpected end of JSON input
          ''     | error decoding patch: unexpected end of JSON input
          data:  | error decoding patch: invalid character 'd' looking for beginning of value
          """)
  void reportsInvalidBodies(String text, String message) {
    var failure = catchThrowableOfType(PatchException.class, () -> JsonPatch.parse(raw(text)));

    assertThat(failure.code()).isEqualTo(400);
    assertThat(failure).hasMessage(message);
  }

  @Test
  void treatsNullAsNoOperations() throws PatchException {
    assertThat(JsonPatch.parse(raw("null")).apply(tree("{a: 1}"))).isEqualTo(tree("{a: 1}"));
  }

  @Test
  void limitsTheNumberOfOperations() {
    var failure =
        catchThrowableOfType(
            PatchException.class, () -> JsonPatch.parse(raw("[" + "{},".repeat(10_000) + "{}]")));

    assertThat(failure.code()).isEqualTo(413);
    assertThat(failure)
        .hasMessage(
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000,"
                + " got 10001");
  }
}
