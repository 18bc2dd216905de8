package io.coxswain.apiserver.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoYamlTest {
  /** What programs send as YAML is JSON, which another reader reads. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"b\":1,\"a\":{\"d\":[],\"c\":[1,\"x\",null,true,false,{}]}}",
        "{\"a\":-5,\"b\":0,\"c\":2147483647,\"d\":2147483648,\"e\":-9223372036854775808}",
        "{\"a\":9223372036854775808,\"b\":1.0,\"c\":1.5,\"d\":1e3,\"e\":-0}",
        "{\"a\":\"line\\nline\\t\\\"quoted\\\" back\\\\slash\",\"b\":\"\\u0041\"}",
        "{\"a\":\"ü 😀\",\"yes\":\"no\",\"b\":\"010\",\"c\":\"~\"}",
        "{ \"a\" : 1 , \"b\" : [ 1 , 2 ] }",
        "{\"a\":1,\"a\":2}",
        "{\"<<\":{\"a\":1}}",
        "{\"a\":1} ",
        "{a: 1}",
        "\n {\n\t\"a\":\t1,\r\n\t\"b\": [\t1,\t\"x\ty\"\t]\t}\n",
        "{\n\t\"a\": 1.5,\n\t\"b\": \"\\u0041\",\n\t\"a\": 2\n}\n",
        "{\ta:\tb c,\td: 'e\tf'}",
      })
  void readsJsonAsAReaderOfYamlDoes(String text) throws Exception {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);

    GoYaml read = GoYaml.read(body);

    assertThat(read).isEqualTo(GoYaml.readYaml(body));
    assertThat(read.tree().toString()).isEqualTo(GoYaml.readYaml(body).tree().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: y|{`a`:true}",
        "a: 'y'|{`a`:`y`}",
        "a: !!str y|{`a`:`y`}",
        "a: off|{`a`:false}",
        "a: 010|{`a`:8}",
        "a: 0o10|{`a`:8}",
        "a: 0x1F|{`a`:31}",
        "a: 0b11|{`a`:3}",
        "a: 1_000|{`a`:1000}",
        "a: -5|{`a`:-5}",
        "a: 1e3|{`a`:1000}",
        "a: 1:30|{`a`:`1:30`}",
        "a: 2001-01-01|{`a`:`2001-01-01`}",
        "a: 12345678901234567890|{`a`:12345678901234567890}",
        "a: ~|{`a`:null}",
        "a: |{`a`:null}",
        "n: 1|{`false`:1}",
        "5: x|{`5`:`x`}",
        "1.5: x|{`1.5`:`x`}",
        "{b: 1, a: 2}|{`a`:2,`b`:1}",
        "{a: &x v, b: *x}|{`a`:`v`,`b`:`v`}",
        "{a: &x {c: 1, d: 2}, b: {<<: *x, d: 3}}|{`a`:{`c`:1,`d`:2},`b`:{`c`:1,`d`:3}}",
        "{a: !!float 3, b: !!binary aGk=}|{`a`:3,`b`:`hi`}",
        "[]|[]",
        "5|5",
      })
  void readsScalarsAsGoDoes(String yaml, String json) throws YamlException {
    assertThat(read(yaml).tree().toString()).isEqualTo(json.replace('`', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|yaml: line 1: did not find expected node content",
        "a: b: c|yaml: mapping values are not allowed in this context",
        "[a, b|yaml: line 1: did not find expected ',' or ']'",
        "a: \"x|yaml: found unexpected end of stream",
        "a:\\n\\t- b|yaml: line 2: found character that cannot start any token",
        "a: *x|yaml: unknown anchor 'x' referenced",
        "- a\\nb: c|yaml: line 1: did not find expected '-' indicator",
        "? [a]\\n: b|yaml: invalid map key: []interface {}{\"a\"}",
        "{a: b,, c}|yaml: did not find expected node content",
        "a: !!int x|yaml: cannot decode !!str `x` as a !!int",
        "a: @b|yaml: found character that cannot start any token",
        "a: b\\n c: d|yaml: line 2: mapping values are not allowed in this context",
        "a: b\\n- c|yaml: line 1: did not find expected key",
        "a: [b]]|yaml: did not find expected key",
        "key: [1,2\\nother: 3|yaml: line 1: did not find expected ',' or ']'",
        "~: x|unsupported map key of type: %!s(<nil>), key: <nil>, value: \"x\"",
        "a: .nan|json: unsupported value: NaN",
        "a: -.inf|json: unsupported value: -Inf",
        "a: \\1|yaml: control characters are not allowed",
        "a: \"\\\\q\"|yaml: found unknown escape character",
        "a: ? b|yaml: mapping keys are not allowed in this context",
        "a: -|yaml: block sequence entries are not allowed in this context",
        "a:\\n  - b\\n c: d|yaml: line 2: did not find expected key",
        "a: &x [*x]|yaml: anchor 'x' value contains itself",
        "%YAML 2.0\\n---\\na: b|yaml: found incompatible YAML document",
      })
  void reportsErrorsAsGoDoes(String yaml, String problem) {
    String text = yaml.translateEscapes();

    assertThatThrownBy(() -> read(text)).hasMessage(problem);
  }

  @Test
  void namesTheLineOfEveryKeyThatCameBefore() throws YamlException {
    var read = read("a: 1\na: 2\nb: {c: 1, c: 2}\n5: 1\n5: 2\n");

    assertThat(read.tree().toString()).isEqualTo("{\"5\":2,\"a\":2,\"b\":{\"c\":2}}");
    assertThat(read.strictError())
        .isEqualTo(
            """
            yaml: unmarshal errors:
              line 2: key "a" already set in map
              line 3: key "c" already set in map
              line 5: key 5 already set in map\
            """);
  }

  @Test
  void takesTheFirstOfSeveralDocuments() throws YamlException {
    assertThat(read("a: 1\n---\nb: 2\n").tree().toString()).isEqualTo("{\"a\":1}");
    assertThat(read("").tree().isNull()).isTrue();
  }

  @Test
  void rejectsAliasesThatMultiply() {
    var laughs = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 9; i++) {
      laughs.append("a").append(i).append(": &a").append(i).append(" [");
      laughs.append(("*a" + (i - 1) + ",").repeat(9)).append("x]\n");
    }

    assertThatThrownBy(() -> read(laughs.toString()))
        .hasMessage("yaml: document contains excessive aliasing");
  }

  private static GoYaml read(String yaml) throws YamlException {
    return GoYaml.read(yaml.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsJsonThatIsIndentedByTabs() throws Exception {
    String json = "{\n\t\"a\": {\n\t\t\"b\":\t1.5,\n\t\t\"c\": \"x\\ty\"\n\t}\n}";
    String plain = "{\n\t\"a\": {\n\t\t\"b\":\t1\n\t}\n}";

    assertThat(GoYaml.read(json.getBytes(StandardCharsets.UTF_8)).tree().toString())
        .isEqualTo("{\"a\":{\"b\":1.5,\"c\":\"x\\ty\"}}");
    assertThat(GoYaml.read(plain.getBytes(StandardCharsets.UTF_8)).tree().toString())
        .isEqualTo("{\"a\":{\"b\":1}}");
  }
}
