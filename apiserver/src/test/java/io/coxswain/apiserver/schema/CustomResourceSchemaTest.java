package io.coxswain.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.formats.StringFormats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CustomResourceSchemaTest {
  @Test
  void prunesWhatIsNotDeclared() {
    Schema schema =
        spec(
            """
            inner: {type: object, properties: {x: {type: string}}}
            list: {type: array, items: {type: object, properties: {k: {type: string}}}}
            map: {type: object, additionalProperties: {type: object, properties: {v: {type: string}}}}
            open:
              type: object
              x-kubernetes-preserve-unknown-fields: true
              properties: {known: {type: object, properties: {x: {type: string}}}}
            shut: {type: object}
            tpl: {type: object, x-kubernetes-embedded-resource: true}
            """);
    ObjectNode object =
        tree(
            """
            apiVersion: e.com/v1
            kind: Widget
            metadata: {name: a}
            extra: {a: 1}
            spec:
              nope: 1
              inner: {x: '1', y: 2}
              list: [{k: a, z: 1}]
              map: {m: {v: '1', w: '2'}}
              open: {free: {deep: [1, {a: null}]}, known: {x: '1', gone: '2'}}
              shut: {a: 1}
              tpl: {apiVersion: v1, kind: Pod, metadata: {name: p}, more: 1}
            """);

    assertThat(Pruning.prune(object, schema))
        .containsExactly(
            "extra",
            "spec.inner.y",
            "spec.list[0].z",
            "spec.map.m.w",
            "spec.nope",
            "spec.open.known.gone",
            "spec.shut.a",
            "spec.tpl.more");
    assertThat(object)
        .isEqualTo(
            tree(
                """
                apiVersion: e.com/v1
                kind: Widget
                metadata: {name: a}
                spec:
                  inner: {x: '1'}
                  list: [{k: a}]
                  map: {m: {v: '1'}}
                  open: {free: {deep: [1, {a: null}]}, known: {x: '1'}}
                  shut: {}
                  tpl: {apiVersion: v1, kind: Pod, metadata: {name: p}}
                """));
  }

  @Test
  void keepsNullsOnlyWhereTheyAreAllowed() {
    Schema schema =
        spec(
            """
            a: {type: string, nullable: true}
            b: {type: string}
            c: {type: string, default: d}
            d: {type: string, nullable: true, default: e}
            l: {type: array, items: {type: string, nullable: true}}
            o: {type: object, default: {}, properties: {x: {type: integer, default: 3}}}
            """);
    ObjectNode object = tree("{spec: {a: null, b: null, c: null, d: null, l: [x, null]}}");

    Defaulting.dropNulls(object, schema);
    Defaulting.fill(object, schema);

    assertThat(object).isEqualTo(tree("{spec: {a: null, c: d, d: null, l: [x, null], o: {x: 3}}}"));
  }

  @Test
  void aDefaultInsideAnAbsentParentDoesNothing() {
    Schema schema = spec("o: {type: object, properties: {x: {type: integer, default: 3}}}");
    ObjectNode object = tree("{spec: {}}");

    Defaulting.fill(object, schema);

    assertThat(object).isEqualTo(tree("{spec: {}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: integer}                        | text    | spec.f: Invalid value: "string": spec.f in body must be of type integer: "string"
          {type: integer}                        | 1.5     | spec.f: Invalid value: "number": spec.f in body must be of type integer: "number"
          {type: integer}                        | 1.0     |
          {type: number}                         | 1       |
          {type: string}                         | [x]     | spec.f: Invalid value: "array": spec.f in body must be of type string: "array"
          {type: string}                         | null    | spec.f: Invalid value: "null": spec.f in body must be of type string: "null"
          {x-kubernetes-int-or-string: true}     | true    | spec.f: Invalid value: "boolean": spec.f in body must be of type integer,string: "boolean"
          {type: string, enum: [a, b]}           | c       | spec.f: Unsupported value: "c": supported values: "a", "b"
          {type: integer, nullable: true, enum: [1, 2, null]} | null | spec.f: Unsupported value: null: supported values: "1", "2", "null"
          {type: string, maxLength: 3}           | long    | spec.f: Too long: may not be more than 3 bytes
          {type: string, minLength: 3}           | a       | spec.f: Invalid value: "a": spec.f in body should be at least 3 chars long
          {type: string, pattern: '^x'}          | ax      | spec.f: Invalid value: "ax": spec.f in body should match '^x'
          {type: string, format: email}          | nope    | spec.f: Invalid value: "nope": spec.f in body must be of type email: "nope"
          {type: integer, maximum: 5}            | 8       | spec.f: Invalid value: 8: spec.f in body should be less than or equal to 5
          {type: integer, minimum: 5}            | 2       | spec.f: Invalid value: 2: spec.f in body should be greater than or equal to 5
          {type: integer, minimum: 5, exclusiveMinimum: true} | 5 | spec.f: Invalid value: 5: spec.f in body should be greater than 5
          {type: integer, multipleOf: 3}         | 4       | spec.f: Invalid value: 4: spec.f in body should be a multiple of 3
          {type: array, maxItems: 1, items: {type: integer}} | [1, 2] | spec.f: Too many: 2: must have at most 1 item
          {type: array, minItems: 1, items: {type: integer}} | []     | spec.f: Invalid value: 0: spec.f in body should have at least 1 items
          {type: array, items: {type: integer}}  | [1, x]  | spec.f[1]: Invalid value: "string": spec.f[1] in body must be of type integer: "string"
          {type: array, x-kubernetes-list-type: set, items: {type: string}} | [a, b, a] | spec.f[2]: Duplicate value: "a"
          {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}}}} | [{k: a}, {k: a}] | spec.f[1]: Duplicate value: {"k":"a"}
          {type: object, required: [x]}          | {}      | spec.f.x: Required value
          {type: object, maxProperties: 1, additionalProperties: {type: string}} | {a: b, c: d} | spec.f: Too many: 2: must have at most 1 item
          {type: object, additionalProperties: {type: string}} | {a: 1} | spec.f.a: Invalid value: "integer": spec.f.a in body must be of type string: "integer"
          {type: object, x-kubernetes-embedded-resource: true} | {apiVersion: v1} | spec.f.kind: Required value
          {type: string, anyOf: [{pattern: '^a'}, {pattern: '^b'}]} | cab | <nil>: Invalid value: "": "spec.f" must validate at least one schema (anyOf), spec.f: Invalid value: "cab": spec.f in body should match '^a'
          {type: integer, oneOf: [{maximum: 3}, {minimum: 2}]} | 2 | <nil>: Invalid value: "": "spec.f" must validate one and only one schema (oneOf). Found 2 valid alternatives
          {type: object, not: {required: [a]}}   | {a: 1}  | <nil>: Invalid value: "": "spec.f" must not validate the schema (not)
          {type: object, allOf: [{required: [a]}]} | {}    | spec.f.a: Required value, <nil>: Invalid value: "": "spec.f" must validate all the schemas (allOf)
          """)
  void reportsErrorsWithUpstreamsMessages(String schema, String value, String complaint) {
    assertThat(errors(spec("f: " + schema), null, "{spec: {f: " + value + "}}"))
        .isEqualTo(complaint == null ? "" : complaint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "date-time 2024-01-01T00:00:00.5+02:00",
        "date 2024-02-29",
        "email a@b.example",
        "ipv4 1.2.3.4",
        "ipv6 ::1",
        "ipv6 ::ffff:1.2.3.4",
        "cidr 10.0.0.0/8",
        "uri https://a.example/b",
        "uuid4 a3bb189e-8bf9-4888-9912-ace4e6543002",
        "byte aGk=",
        "duration 1h30m",
        "duration 1 day",
        "hostname a.example",
        "mac 00:11:22:33:44:55",
        "hexcolor #123456",
        "isbn 9783161484100",
        "creditcard 4111111111111111",
        "no-such-format x"
      })
  void acceptsGoodFormats(String formatAndText) {
    String[] words = formatAndText.split(" ", 2);

    assertThat(StringFormats.accepts(words[0], words[1])).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "date-time 2024-13-01T00:00:00Z",
        "date-time 2024-01-01",
        "date 2024-2-1",
        "email nope",
        "ipv4 1.2.3",
        "ipv6 1.2.3.4",
        "cidr 1.2.3.4",
        "uri no uri",
        "uuid x",
        "uuid4 a3bb189e-8bf9-1888-9912-ace4e6543002",
        "byte &&&",
        "duration 5 parsecs",
        "hostname a_b!",
        "mac 00:11",
        "hexcolor #12",
        "isbn 123",
        "creditcard 1"
      })
  void rejectsBadFormats(String formatAndText) {
    String[] words = formatAndText.split(" ", 2);

    assertThat(StringFormats.accepts(words[0], words[1])).isFalse();
  }

  @Test
  void givesEmbeddedMetadataItsTypes() throws DecodeException {
    Schema schema =
        spec(
            "tpl: {type: object, x-kubernetes-embedded-resource: true,"
                + " x-kubernetes-preserve-unknown-fields: true}");
    ObjectNode good = tree("{spec: {tpl: {metadata: {labels: {a: null}}}}}");

    CustomForm.decode(good, schema);

    assertThat(good).isEqualTo(tree("{spec: {tpl: {metadata: {labels: {a: ''}}}}}"));
    assertThatThrownBy(
            () -> CustomForm.decode(tree("{spec: {tpl: {metadata: {labels: {a: 1}}}}}"), schema))
        .hasMessage(
            "spec.tpl.metadata: Invalid value: {\"labels\":{\"a\":1}}: json: cannot unmarshal"
                + " number into Go struct field ObjectMeta.labels of type string");
    assertThatThrownBy(() -> CustomForm.decode(tree("{spec: {tpl: {metadata: x}}}"), schema))
        .hasMessage(
            "spec.tpl.metadata: Invalid value: \"x\": json: cannot unmarshal string into Go value"
                + " of type v1.ObjectMeta");
  }

  @Test
  void doesNotReportUnchangedErrors() {
    Schema schema =
        spec(
            """
            s: {type: string, maxLength: 3}
            l:
              type: array
              x-kubernetes-list-type: map
              x-kubernetes-list-map-keys: [k]
              items: {type: object, properties: {k: {type: string}, v: {type: string, enum: [ok]}}}
            """);
    String before = "{metadata: {}, spec: {s: toolong, l: [{k: a, v: bad}]}}";

    assertThat(
            errors(
                schema,
                before,
                "{metadata: {labels: {a: b}}, spec: {s: toolong, l: [{k: a, v: bad}]}}"))
        .isEmpty();
    assertThat(errors(schema, before, "{spec: {s: toolong, l: [{k: b, v: ok}, {k: a, v: bad}]}}"))
        .isEmpty();
    assertThat(errors(schema, before, "{spec: {s: toolong, l: [{k: b, v: ok}, {k: a, v: worse}]}}"))
        .isEqualTo("spec.l[1].v: Unsupported value: \"worse\": supported values: \"ok\"");
    assertThat(errors(schema, before, "{spec: {s: alsolong}}"))
        .isEqualTo("spec.s: Too long: may not be more than 3 bytes");
  }

  @Test
  void reportsThatRulesWereSkipped() {
    Schema schema =
        spec("a: {type: integer, maximum: 3, x-kubernetes-validations: [{rule: 'self < 2'}]}");

    assertThat(errors(schema, null, "{spec: {a: x}}"))
        .endsWith(
            ", <nil>: Invalid value: null: some validation rules were not checked because the"
                + " object was invalid; correct the existing errors to complete validation");
    assertThat(errors(schema, null, "{spec: {a: 5}}"))
        .isEqualTo("spec.a: Invalid value: 5: spec.a in body should be less than or equal to 3");
  }

  private static String errors(Schema schema, @Nullable String before, String after) {
    List<FieldError> errors =
        Validation.validate(tree(after), before == null ? null : tree(before), schema).errors();
    return String.join(", ", errors.stream().map(FieldError::toString).toList());
  }

  private static Schema spec(String properties) {
    ObjectNode json = tree("{type: object, properties: {spec: {type: object}}}");
    json.withObject("/properties/spec").set("properties", tree(properties));
    return Schema.fromJson(json);
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.yamlMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
