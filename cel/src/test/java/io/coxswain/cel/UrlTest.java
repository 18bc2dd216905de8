package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** URLs. Expected results are those of cel-go with the libraries of Kubernetes 1.35. */
class UrlTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          url('https://example.com:80/a/b?x=1#f').getScheme() → 'https'
          url('https://example.com:80/a').getHost() → 'example.com:80'
          url('https://example.com:80/a').getHostname() → 'example.com'
          url('https://example.com:80/a').getPort() → '80'
          url('https://example.com/a').getPort() → ''
          url('https://[::1]:80/a').getHost() → '[::1]:80'
          url('https://[::1]:80/a').getHostname() → '::1'
          url('https://[::1]/a').getHostname() → '::1'
          url('https://example.com/a%20b/c').getEscapedPath() → '/a%20b/c'
          url('https://example.com/a b').getEscapedPath() → '/a%20b'
          url('https://example.com').getEscapedPath() → ''
          url('https://example.com/?a=1&b=2&a=3').getQuery() → {'a': ['1', '3'], 'b': ['2']}
          url('https://example.com/?a').getQuery() → {'a': ['']}
          url('https://example.com/?a=%20b+c').getQuery() → {'a': [' b c']}
          url('https://example.com/').getQuery() → {}
          url('/a/b').getScheme() → ''
          url('/a/b').getHost() → ''
          url('/a/b').getEscapedPath() → '/a/b'
          url('https://u:p@example.com/').getHost() → 'example.com'
          url('HTTPS://Example.com/').getScheme() → 'https'
          url('HTTPS://Example.com/').getHost() → 'Example.com'
          url('https://a/b') == url('https://a/b') → true
          url('https://a/b') == url('https://a/c') → false
          isURL('https://example.com') → true
          isURL('/a') → true
          isURL('a') → false
          isURL('') → false
          isURL('../a') → false
          isURL('https://a:b/') → false
          isURL('https://a b/') → false
          isURL('://a') → false
          isURL('mailto:a@b') → true
          isURL('https://example.com/%zz') → false
          isURL('*') → true
          """)
  void readsParts(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          url('x') → error: URL parse error during conversion from string: parse "x": invalid URI for request
          url('') → error: URL parse error during conversion from string: parse "": empty url
          url('https://a:b/') → error: URL parse error during conversion from string: parse "https://a:b/": invalid port ":b" after host
          url('https://a b/') → error: URL parse error during conversion from string: parse "https://a b/": invalid character " " in host name
          url('https://a/%zz') → error: URL parse error during conversion from string: parse "https://a/%zz": invalid URL escape "%zz"
          url('://a') → error: URL parse error during conversion from string: parse "://a": missing protocol scheme
          url('https://[::1/') → error: URL parse error during conversion from string: parse "https://[::1/": missing ']' in host
          url('ht!tp://a') → error: URL parse error during conversion from string: parse "ht!tp://a": invalid URI for request
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
