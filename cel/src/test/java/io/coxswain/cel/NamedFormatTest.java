package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Named formats. Expected results are those of cel-go with the libraries of Kubernetes 1.35. */
class NamedFormatTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          format.dns1123Label().validate('abc') → none
          format.dns1123Label().validate('a-b') → none
          format.dns1123Label().validate('A') → optional(['a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')'])
          format.dns1123Label().validate('a.b') → optional(['must not contain dots'])
          format.dns1123Label().validate('') → optional(['a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')'])
          format.dns1123Label().validate('-a') → optional(['a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')'])
          format.dns1123Subdomain().validate('a.b-c') → none
          format.dns1123Subdomain().validate('a..b') → optional(['a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')'])
          format.dns1123Subdomain().validate('A.b') → optional(['a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')'])
          format.dns1035Label().validate('a1') → none
          format.dns1035Label().validate('1a') → optional(['a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')'])
          format.qualifiedName().validate('a.b/c') → none
          format.qualifiedName().validate('c') → none
          format.qualifiedName().validate('/c') → optional(['prefix part must be non-empty'])
          format.qualifiedName().validate('a/b/c') → optional(['a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')'])
          format.qualifiedName().validate('a/') → optional(['name part must be non-empty', 'name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')'])
          format.qualifiedName().validate('A/b') → optional(['prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')'])
          format.qualifiedName().validate('a/-') → optional(['name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')'])
          format.dns1123LabelPrefix().validate('abc-') → none
          format.dns1123LabelPrefix().validate('a_') → optional(['a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')'])
          format.dns1123SubdomainPrefix().validate('a.b-') → none
          format.dns1035LabelPrefix().validate('a-') → none
          format.dns1035LabelPrefix().validate('1-') → none
          format.labelValue().validate('') → none
          format.labelValue().validate('a_B.c') → none
          format.labelValue().validate('-a') → optional(['a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')'])
          format.uri().validate('https://a/b') → none
          format.uri().validate('/a') → none
          format.uri().validate('a') → optional(['parse "a": invalid URI for request'])
          format.uuid().validate('123e4567-e89b-12d3-a456-426614174000') → none
          format.uuid().validate('x') → optional(['does not match the UUID format'])
          format.byte().validate('aGVsbG8=') → none
          format.byte().validate('*') → optional(['invalid base64'])
          format.date().validate('2026-02-03') → none
          format.date().validate('2026-02-30') → optional(['invalid date'])
          format.date().validate('x') → optional(['invalid date'])
          format.datetime().validate('2026-02-03T04:05:06Z') → none
          format.datetime().validate('x') → optional(['invalid datetime'])
          format.named('dns1123Label').hasValue() → true
          format.named('nope').hasValue() → false
          format.named('labelValue').value().validate('a b') → optional(['a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')'])
          format.named('uuid') == optional.of(format.uuid()) → true
          format.uuid() == format.date() → false
          """)
  void validates(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
