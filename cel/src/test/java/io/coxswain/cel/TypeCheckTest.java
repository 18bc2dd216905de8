package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Errors of the parser and the type checker, as cel-go words them. Expected results are those of
 * cel-go with the libraries of Kubernetes 1.35.
 */
class TypeCheckTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          1 + 'a' → ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'
          1 + 1.0 → ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, double)'
          1 + 1u → ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, uint)'
          'a' - 'b' → ERROR: <input>:1:5: found no matching overload for '_-_' applied to '(string, string)'
          -'a' → ERROR: <input>:1:1: found no matching overload for '-_' applied to '(string)'
          !1 → ERROR: <input>:1:1: found no matching overload for '!_' applied to '(int)'
          1 && true → ERROR: <input>:1:1: expected type 'bool' but found 'int'
          true || 'a' → ERROR: <input>:1:9: expected type 'bool' but found 'string'
          true ? 1 : 'a' → ERROR: <input>:1:6: found no matching overload for '_?_:_' applied to '(bool, int, string)'
          1 ? 2 : 3 → ERROR: <input>:1:3: found no matching overload for '_?_:_' applied to '(int, int, int)'
          1 == 'a' → ERROR: <input>:1:3: found no matching overload for '_==_' applied to '(int, string)'
          'a' == b'a' → ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(string, bytes)'
          null == 1 → ERROR: <input>:1:6: found no matching overload for '_==_' applied to '(null, int)'
          [1] == ['a'] → ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(list(int), list(string))'
          1 < 'a' → ERROR: <input>:1:3: found no matching overload for '_<_' applied to '(int, string)'
          [1] < [2] → ERROR: <input>:1:5: found no matching overload for '_<_' applied to '(list(int), list(int))'
          1 in ['a'] → ERROR: <input>:1:3: found no matching overload for '@in' applied to '(int, list(string))'
          1 in 1 → ERROR: <input>:1:3: found no matching overload for '@in' applied to '(int, int)'
          'a' in {1: 2} → ERROR: <input>:1:5: found no matching overload for '@in' applied to '(string, map(int, int))'
          x → ERROR: <input>:1:1: undeclared reference to 'x' (in container '')
          x.y → ERROR: <input>:1:1: undeclared reference to 'x' (in container '')
          foo() → ERROR: <input>:1:4: undeclared reference to 'foo' (in container '')
          foo(1) → ERROR: <input>:1:4: undeclared reference to 'foo' (in container '')
          self.foo() → ERROR: <input>:1:9: undeclared reference to 'foo' (in container '')
          self.zzz → ERROR: <input>:1:5: undefined field 'zzz'
          self.inner.zzz → ERROR: <input>:1:11: undefined field 'zzz'
          self.i.x → ERROR: <input>:1:7: type 'int' does not support field selection
          self.list.x → ERROR: <input>:1:10: type 'list(string)' does not support field selection
          self.s.size → ERROR: <input>:1:7: type 'string' does not support field selection
          'a'.foo() → ERROR: <input>:1:8: undeclared reference to 'foo' (in container '')
          [1, 2]['a'] → ERROR: <input>:1:7: found no matching overload for '_[_]' applied to '(list(int), string)'
          {'a': 1}[1] → ERROR: <input>:1:9: found no matching overload for '_[_]' applied to '(map(string, int), int)'
          'a'[0] → ERROR: <input>:1:4: found no matching overload for '_[_]' applied to '(string, int)'
          size(1) → ERROR: <input>:1:5: found no matching overload for 'size' applied to '(int)'
          int([]) → ERROR: <input>:1:4: found no matching overload for 'int' applied to '(list(dyn))'
          duration(1.5) → ERROR: <input>:1:9: found no matching overload for 'duration' applied to '(double)'
          [1, 'a'] → ERROR: <input>:1:5: expected type 'int' but found 'string'
          [1, 2, 'a', 1.5] → ERROR: <input>:1:8: expected type 'int' but found 'string'
          [[1], ['a']] → ERROR: <input>:1:7: expected type 'list(int)' but found 'list(string)'
          {'a': 1, 'b': 'x'} → ERROR: <input>:1:15: expected type 'int' but found 'string'
          {'a': 1, 2: 3} → ERROR: <input>:1:10: expected type 'string' but found 'int'
          [1].map(x, y) → ERROR: <input>:1:12: undeclared reference to 'y' (in container '')
          [1].map(1, x) → ERROR: <input>:1:9: argument is not an identifier
          [1].map(x.y, x) → ERROR: <input>:1:10: argument is not an identifier
          [1].map(x) → ERROR: <input>:1:8: undeclared reference to 'map' (in container '') / ERROR: <input>:1:9: undeclared reference to 'x' (in container '')
          [1].all(x, 1) → ERROR: <input>:1:12: expected type 'bool' but found 'int'
          [1].exists(x, 'a') → ERROR: <input>:1:15: expected type 'bool' but found 'string'
          [1].filter(x, x) → ERROR: <input>:1:11: found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'
          [1].all(x, x, true) → ERROR: <input>:1:12: duplicate variable name: x
          [1].all(1, x, true) → ERROR: <input>:1:9: argument must be a simple name
          has(1, 2) → ERROR: <input>:1:4: undeclared reference to 'has' (in container '')
          'a'.matches('(') → ERROR: <input>:1:13: invalid matches argument
          duration('x') → ERROR: <input>:1:10: invalid duration argument
          timestamp('x') → ERROR: <input>:1:11: invalid timestamp argument
          '%d'.format(['a']) → ERROR: <input>:1:14: error during formatting: decimal clause can only be used on integers, was given string
          '%z'.format([1]) → ERROR: <input>:1:12: could not parse formatting clause: unrecognized formatting clause "z"
          '%s'.format([]) → ERROR: <input>:1:12: index 0 out of range
          '%s'.format([1, 2]) → ERROR: <input>:1:12: too many arguments supplied to string.format (expected 1, got 2)
          '%'.format([1]) → ERROR: <input>:1:11: unexpected end of string
          '%f'.format([1]) → ERROR: <input>:1:14: error during formatting: fixed-point clause can only be used on doubles, was given int
          optional.of(1).foo() → ERROR: <input>:1:19: undeclared reference to 'foo' (in container '')
          optional.of(1) + 1 → ERROR: <input>:1:16: found no matching overload for '_+_' applied to '(optional_type(int), int)'
          self.?zzz → ERROR: <input>:1:5: undefined field 'zzz'
          optional.none().optMap(x.y, 1) → ERROR: <input>:1:25: optMap() variable name must be a simple identifier
          optional.none().optFlatMap(1, 1) → ERROR: <input>:1:28: optFlatMap() variable name must be a simple identifier
          quantity(1) → ERROR: <input>:1:9: found no matching overload for 'quantity' applied to '(int)'
          quantity('1') + quantity('2') → ERROR: <input>:1:15: found no matching overload for '_+_' applied to '(kubernetes.Quantity, kubernetes.Quantity)'
          quantity('1') < quantity('2') → ERROR: <input>:1:15: found no matching overload for '_<_' applied to '(kubernetes.Quantity, kubernetes.Quantity)'
          ip(1) → ERROR: <input>:1:3: found no matching overload for 'ip' applied to '(int)'
          ip('::1').foo() → ERROR: <input>:1:14: undeclared reference to 'foo' (in container '')
          ip('::1').x → ERROR: <input>:1:10: type 'net.IP' does not support field selection
          cidr('::/0').x → ERROR: <input>:1:13: type 'net.CIDR' does not support field selection
          url('/a').foo → ERROR: <input>:1:10: unexpected failed resolution of 'kubernetes.URL'
          semver('1.2.3') < semver('1.2.4') → ERROR: <input>:1:17: found no matching overload for '_<_' applied to '(kubernetes.Semver, kubernetes.Semver)'
          format.nope() → ERROR: <input>:1:1: undeclared reference to 'format' (in container '') / ERROR: <input>:1:12: undeclared reference to 'nope' (in container '')
          sets.contains([1], ['a']) → ERROR: <input>:1:14: found no matching overload for 'sets.contains' applied to '(list(int), list(string))'
          ['a'].sum() → ERROR: <input>:1:10: found no matching overload for 'sum' applied to 'list(string).()'
          [[1]].max() → ERROR: <input>:1:10: found no matching overload for 'max' applied to 'list(list(int)).()'
          [1].join() → ERROR: <input>:1:9: found no matching overload for 'join' applied to 'list(int).()'
          lists.range('a') → ERROR: <input>:1:12: found no matching overload for 'lists.range' applied to '(string)'
          strings.quote(1) → ERROR: <input>:1:14: found no matching overload for 'strings.quote' applied to '(int)'
          authorizer.group('') → ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')
          1 + → ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          (1 → ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'
          1) → ERROR: <input>:1:2: Syntax error: extraneous input ')' expecting <EOF>
          [1, → ERROR: <input>:1:4: Syntax error: missing ']' at '<EOF>'
          {'a' 1} → ERROR: <input>:1:6: Syntax error: missing ':' at '1'
          'a → ERROR: <input>:1:1: Syntax error: token recognition error at: ''a' / ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          "a → ERROR: <input>:1:1: Syntax error: token recognition error at: '"a' / ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          1 2 → ERROR: <input>:1:3: Syntax error: extraneous input '2' expecting <EOF>
          a.b. → ERROR: <input>:1:5: Syntax error: no viable alternative at input '.'
          == 1 → ERROR: <input>:1:1: Syntax error: extraneous input '==' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          1 = 1 → ERROR: <input>:1:3: Syntax error: token recognition error at: '= ' / ERROR: <input>:1:5: Syntax error: extraneous input '1' expecting <EOF>
          @ → ERROR: <input>:1:1: Syntax error: token recognition error at: '@' / ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          self..i → ERROR: <input>:1:6: Syntax error: no viable alternative at input '..'
          1.foo → ERROR: <input>:1:2: type 'int' does not support field selection
          0x → ERROR: <input>:1:2: Syntax error: extraneous input 'x' expecting <EOF>
          9223372036854775808 → ERROR: <input>:1:1: invalid int literal
          -9223372036854775809 → ERROR: <input>:1:1: invalid int literal
          18446744073709551616u → ERROR: <input>:1:1: invalid uint literal
          '\\z' → ERROR: <input>:1:1: Syntax error: token recognition error at: ''\\z' / ERROR: <input>:1:4: Syntax error: token recognition error at: ''' / ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          '\\u12' → ERROR: <input>:1:1: Syntax error: token recognition error at: ''\\u12'' / ERROR: <input>:1:7: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          b'\\U0001f600' → ERROR: <input>:1:1: unable to unescape string
          in → ERROR: <input>:1:1: Syntax error: mismatched input 'in' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER} / ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}
          while → ERROR: <input>:1:1: reserved identifier: while
          package → ERROR: <input>:1:1: reserved identifier: package
          """)
  void rejects(String expression, String errors) {
    assertThat(Expressions.compileErrors(expression)).isEqualTo(errors);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          dyn(1) + 'a' == 'b' || true → true
          dyn([1])[0] == 1 → true
          [1].map(x, x).size() == 1 → true
          1 == dyn('a') → false
          self.either == 1 → false
          {'a': dyn(1)}.a == 'x' → false
          [dyn(1), dyn('a')].size() == 2 → true
          '%s %s'.format([1, 'a']) → '1 a'
          true ? dyn(1) : dyn('a') → 1
          optional.of(1).orValue(2) == 1 → true
          """)
  void accepts(String expression) {
    assertThat(Expressions.compile(expression).error()).isEmpty();
  }
}
