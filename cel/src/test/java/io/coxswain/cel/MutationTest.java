package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.type.DeclType;
import io.coxswain.cel.value.JsonConversion;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.ObjectValue;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions that construct objects and patches by the names of their types. */
final class MutationTest {
  private static final Environment ENVIRONMENT =
      Environment.ofMutations(Map.of("s", DeclType.STRING));

  private static Program program(String source) {
    Compilation compiled = ENVIRONMENT.compile(source);
    return Objects.requireNonNull(compiled.program(), compiled::error);
  }

  private static Object value(String source) {
    Program.Outcome outcome = program(source).evaluate(_ -> "text");
    return Objects.requireNonNull(outcome.value(), outcome::error);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Object{}                                                           | {}
          Object{spec: Object.spec{replicas: 3}}                             | {"spec":{"replicas":3}}
          Object{a: {'k/1': s}, l: [1, 2]}                                   | {"a":{"k/1":"text"},"l":[1,2]}
          Object{c: [Object.c{name: s}]}                                     | {"c":[{"name":"text"}]}
          Object{?a: optional.none(), ?b: optional.of(true)}                 | {"b":true}
          Object{d: duration('90s'), t: timestamp('2026-01-02T03:04:05Z')}   | {"d":"90s","t":"2026-01-02T03:04:05Z"}
          s == 'text' ? Object{a: 1} : Object{a: 2}                          | {"a":1}
          """)
  void constructsObjects(String source, String json) throws Exception {
    assertThat(program(source).isConfiguration()).isTrue();

    assertThat(JsonConversion.tree(value(source)).toString()).isEqualTo(json);
  }

  @Test
  void constructsPatches() throws Exception {
    String source =
        "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b~c'),"
            + " value: Object.metadata{x: s}}]";

    assertThat(program(source).isPatch()).isTrue();
    assertThat(JsonConversion.tree(value(source)).toString())
        .isEqualTo(
            "[{\"op\":\"add\",\"path\":\"/metadata/labels/a~1b~0c\",\"value\":{\"x\":\"text\"}}]");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Invalid{}                         | undeclared reference to 'Invalid'
          JSONPatch{op: 1}                  | expected type of field 'op' is 'string' but provided type is 'int'
          JSONPatch{operation: 'add'}       | undefined field 'operation'
          """)
  void rejectsOtherTypes(String source, String error) {
    assertThat(ENVIRONMENT.compile(source).error()).contains(error);
  }

  @Test
  void offersTheTypesToMutationsAlone() {
    Environment plain = Environment.of(Map.of("s", DeclType.STRING));

    assertThat(plain.compile("Object{}").error()).contains("undeclared reference to 'Object'");
    assertThat(plain.compile("jsonpatch.escapeKey(s)").program()).isNull();
  }

  @Test
  void readsFieldsOfConstructedObjectsAndComparesTheirTypes() {
    assertThat(value("Object{l: [1, 2, 3]}.l.sum()")).isEqualTo(6L);
    assertThat(value("has(Object{a: 1}.a) && !has(Object{a: 1}.b)")).isEqualTo(true);
    assertThat(value("Object{a: 1 + 2} == Object{a: 3}")).isEqualTo(true);
    assertThat(value("dyn(Object.a{x: 1}) == dyn(Object.b{x: 1})")).isEqualTo(false);
    assertThat(value("dyn(Object{x: 1}) == dyn({'x': 1})")).isEqualTo(false);
  }

  @Test
  void findsTypesThatAreNotNamedAfterTheirFields() throws Exception {
    ObjectValue good = (ObjectValue) value("Object{c: [Object.c{m: {'k': Object.c.m{}}}]}");
    ObjectValue bad = (ObjectValue) value("Object{c: [Object.d{}]}");

    assertThat(good.misnamed()).isEmpty();
    assertThat(bad.misnamed())
        .containsExactly(
            "unexpected type name \"Object.d\", expected \"Object.c\", which matches field name"
                + " path from root Object type");
  }

  @Test
  void chargesForObjects() {
    assertThat(program("Object{}").evaluate(_ -> "text").cost()).isEqualTo(40);
    assertThat(program("Object{a: Object.a{}}").maxCost()).isEqualTo(80);
    assertThat(value("[s]")).isInstanceOf(ListValue.class);
  }
}
