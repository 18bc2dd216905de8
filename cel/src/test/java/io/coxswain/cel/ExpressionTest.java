package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.schema.Schema;
import io.coxswain.cel.type.DeclType;
import io.coxswain.cel.value.JsonValues;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {
        "i": {"type": "integer"}, "d": {"type": "number"}, "s": {"type": "string"},
        "b": {"type": "boolean"}, "when": {"type": "string", "format": "date-time"},
        "span": {"type": "string", "format": "duration"},
        "raw": {"type": "string", "format": "byte"},
        "either": {"x-kubernetes-int-or-string": true},
        "list": {"type": "array", "items": {"type": "string"}},
        "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "keyed": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
          "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}},
        "map": {"type": "object", "additionalProperties": {"type": "integer"}},
        "inner": {"type": "object", "properties": {"x": {"type": "integer"}, "opt": {"type": "string"}}},
        "namespace": {"type": "string"}, "a-b": {"type": "string"}, "x.y/z": {"type": "string"},
        "__u": {"type": "string"}
      }}
      """;
  private static final String OBJECT =
      """
      {"i": 3, "d": 2.5, "s": "héllo", "b": true, "when": "2026-02-03T04:05:06.5Z", "span": "1h30m",
       "raw": "AQID", "either": "10%", "list": ["c", "a", "b"], "set": ["x", "y"],
       "keyed": [{"k": "one", "v": 1}, {"k": "two", "v": 2}], "map": {"m": 1, "n": 2},
       "inner": {"x": 7}, "namespace": "ns", "a-b": "dash", "x.y/z": "odd", "__u": "under"}
      """;

  private static final DeclType TYPE = type();
  private static final Environment ENVIRONMENT = Environment.of(Map.of("self", TYPE));

  private static Schema schema() {
    return Schema.fromJson(json(SCHEMA));
  }

  private static ObjectNode json(String text) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8), ObjectNode.class);
  }

  private static DeclType type() {
    return Objects.requireNonNull(DeclType.of("selfType", schema(), false));
  }

  private static Program.Outcome evaluate(String expression) {
    Compilation compilation = ENVIRONMENT.compile(expression);
    assertThat(compilation.error()).isEmpty();
    return Objects.requireNonNull(compilation.program())
        .evaluate(name -> JsonValues.of(json(OBJECT), schema()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "self.i == 3 && self.d > 2.0 && self.d < 3 && self.b",
        "self.i + 2 == 5 && self.i * 2 - 1 == 5 && self.i / 2 == 1 && self.i % 2 == 1 && -self.i =="
            + " -3",
        "self.s.size() == 5 && size(self.s) == 5 && self.s.startsWith('h') && self.s.endsWith('o')",
        "self.s.contains('éll') && self.s.matches('^h.*o$') && !self.s.matches('x')",
        "self.s.charAt(1) == 'é' && self.s.indexOf('l') == 2 && self.s.lastIndexOf('l') == 3",
        "self.s.substring(1, 3) == 'él' && 'AbC'.lowerAscii() == 'abc' && 'AbC'.upperAscii() =="
            + " 'ABC'",
        "'a-b-c'.replace('-', '+') == 'a+b+c' && 'a-b-c'.replace('-', '+', 1) == 'a+b-c'",
        "'a,b,c'.split(',') == ['a', 'b', 'c'] && 'a,b,c'.split(',', 2) == ['a', 'b,c']",
        "['a', 'b'].join() == 'ab' && ['a', 'b'].join('-') == 'a-b' && ' x '.trim() == 'x'",
        "'%s is %d, %.2f, %s, %x'.format(['x', 3, 2.5, ['a', 1], 255]) == 'x is 3, 2.50, [\"a\","
            + " 1], ff'",
        "strings.quote('a\"b') == '\"a\\\\\"b\"'",
        "self.when > timestamp('2026-01-01T00:00:00Z') && self.when.getFullYear() == 2026",
        "self.when.getMonth() == 1 && self.when.getDate() == 3 && self.when.getHours() == 4",
        "self.span == duration('90m') && self.span.getMinutes() == 90 && self.span +"
            + " duration('30m') == duration('2h')",
        "self.raw == b'\\x01\\x02\\x03' && self.raw.size() == 3",
        "type(self.either) == string && self.either == '10%'",
        "self.list.all(x, x.size() == 1) && self.list.exists(x, x == 'a') &&"
            + " self.list.exists_one(x, x == 'a')",
        "self.list.map(x, x + x) == ['cc', 'aa', 'bb'] && self.list.filter(x, x > 'a') == ['c',"
            + " 'b']",
        "self.list.map(x, x != 'a', x + '!') == ['c!', 'b!']",
        "self.list.sort() == ['a', 'b', 'c'] && !self.list.isSorted() && self.list.max() == 'c' &&"
            + " self.list.min() == 'a'",
        "self.list.indexOf('a') == 1 && self.list.lastIndexOf('z') == -1 && self.list.reverse() =="
            + " ['b', 'a', 'c']",
        "[1, 2, 3].sum() == 6 && [1, 1, 2].distinct() == [1, 2] && [[1], [2]].flatten() == [1, 2]",
        "lists.range(3) == [0, 1, 2] && [1, 2, 3].slice(1, 3) == [2, 3] && ['bb', 'a'].sortBy(x,"
            + " x.size()) == ['a', 'bb']",
        "self.set == ['y', 'x'] && self.set + ['x', 'z'] == ['x', 'y', 'z'] && self.list != ['a',"
            + " 'b', 'c']",
        "self.keyed.exists(e, e.k == 'two' && e.v == 2) && self.keyed.map(e, e.k) == ['one',"
            + " 'two']",
        "self.map['m'] == 1 && self.map.all(k, self.map[k] < 3) && 'n' in self.map && !('z' in"
            + " self.map)",
        "self.map.all(k, v, k.size() == 1 && v > 0) && self.list.exists(i, v, i == 1 && v == 'a')",
        "self.list.transformList(i, v, v + string(i)) == ['c0', 'a1', 'b2']",
        "self.map.transformMap(k, v, v * 10) == {'m': 10, 'n': 20} && self.map.transformMap(k, v, v"
            + " > 1, v) == {'n': 2}",
        "self.map.transformMapEntry(k, v, {string(v): k}) == {'1': 'm', '2': 'n'}",
        "has(self.inner.x) && !has(self.inner.opt) && self.inner.x == 7",
        "self.?inner.?x.orValue(0) == 7 && self.?inner.?opt.orValue('none') == 'none'",
        "!self.inner.?opt.hasValue() && self.inner.?x.value() == 7 && self.inner.?x.optMap(v, v +"
            + " 1).value() == 8",
        "self.inner.?x.optFlatMap(v, optional.of(v)).orValue(1) == 7 &&"
            + " optional.none().or(optional.of(2)).value() == 2",
        "self.list[?7].orValue('q') == 'q' && self.map[?'m'].orValue(0) == 1 &&"
            + " self.list.first().value() == 'c' && self.list.last().value() == 'b'",
        "[?self.?inner.?x, ?self.?inner.?x] == [7, 7] && {?'k': self.inner.?opt} == {}",
        "self.__namespace__ == 'ns' && self.a__dash__b == 'dash' && self.x__dot__y__slash__z =="
            + " 'odd' && self.__underscores__u == 'under'",
        "false && self.inner.opt == 'x' == false || true",
        "(self.inner.opt == 'x' || true) && !(self.inner.opt == 'x' && false)",
        "sets.contains([1, 2], [1]) && sets.equivalent([1, 2], [2, 1, 1]) && sets.intersects([1],"
            + " [1, 3])",
        "'abc 123'.find('[0-9]+') == '123' && '1 22 3'.findAll('[0-9]+') == ['1', '22', '3'] && '1"
            + " 2'.findAll('[0-9]', 1) == ['1']",
        "url('https://u@h.io:80/p/a?x=1&x=2&y=3').getHost() == 'h.io:80' &&"
            + " url('https://h:1/').getPort() == '1'",
        "url('https://[::1]:8/p%20q?x=1').getHostname() == '::1' &&"
            + " url('https://[::1]:8/p%20q?x=1').getEscapedPath() == '/p%20q'",
        "url('https://h/?x=1&x=2').getQuery() == {'x': ['1', '2']} && isURL('/x') && !isURL('x') &&"
            + " url('/a').getScheme() == ''",
        "quantity('1.5Gi').isGreaterThan(quantity('1G')) &&"
            + " quantity('500m').add(quantity('500m')) == quantity('1')",
        "quantity('1k').sub(1).asInteger() == 999 && sign(quantity('-1')) == -1 &&"
            + " isQuantity('1Mi') && !isQuantity('1x')",
        "quantity('50k').asApproximateFloat() == 50000.0 && !quantity('1m').isInteger() &&"
            + " quantity('1Ki') == quantity('1024')",
        "quantity('1').compareTo(quantity('2')) == -1",
        "isIP('10.0.0.1') && !isIP('10.0.0.256') && ip('::1').isLoopback() &&"
            + " ip('10.0.0.1').family() == 4",
        "ip('fe80::1').isLinkLocalUnicast() && ip('0.0.0.0').isUnspecified() &&"
            + " ip('8.8.8.8').isGlobalUnicast() && ip('224.0.0.1').isLinkLocalMulticast()",
        "string(ip('2001:0db8::0001')) == '2001:db8::1' && ip.isCanonical('2001:db8::1') &&"
            + " !ip.isCanonical('2001:DB8::1')",
        "cidr('10.0.0.0/8').containsIP('10.1.2.3') &&"
            + " cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') &&"
            + " !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))",
        "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('10.0.0.0/8').prefixLength() =="
            + " 8 && cidr('10.0.0.0/8').ip() == ip('10.0.0.0') && isCIDR('::/0')",
        "format.dns1123Label().validate('abc') == optional.none() &&"
            + " format.named('dns1123Label').value().validate('A').hasValue()",
        "!format.named('nope').hasValue() && format.qualifiedName().validate('a.b/c') =="
            + " optional.none()",
        "semver('1.2.3').isLessThan(semver('1.10.0')) &&"
            + " semver('1.2.3-rc.1').isLessThan(semver('1.2.3')) && semver('v1.2', true).minor() =="
            + " 2",
        "isSemver('1.2.3') && !isSemver('1.2') && isSemver('v1', true) &&"
            + " semver('1.2.3').compareTo(semver('1.2.3+x')) == 0",
        "int('3') == 3 && double('2.5') == 2.5 && string(3) == '3' && string(2.0) == '2' &&"
            + " bool('true') && uint(3) == 3u && int(2.9) == 2",
        "string(duration('90s')) == '90s' && string(timestamp('2026-01-01T00:00:00Z')) =="
            + " '2026-01-01T00:00:00Z'",
        "dyn(1) == 1.0 && dyn(1u) == 1 && dyn(1) < 1.5 && 1 < 1.5 && 2u > 1",
        "type(1) == int && type('x') == string && type([]) == list && type({}) == map &&"
            + " type(type(1)) == type",
        "self.i in [1, 2, 3] && !('q' in self.list) && self.s in ['héllo']",
        "[1, 2] + [3] == [1, 2, 3] && [{'a': 1}][0].a == 1 && {'a': {'b': 2}}.a.b == 2 && {1:"
            + " 'x'}[1] == 'x'",
        "self.list.all(x, ['a', 'b', 'c'].exists(y, y == x)) && self.keyed.map(e,"
            + " self.keyed.filter(f, f.v < e.v).size()) == [0, 1]",
        "optional.ofNonZeroValue('') == optional.none() && [optional.of(1),"
            + " optional.none()].unwrapOpt() == [1]"
      })
  void isTrue(String expression) {
    Program.Outcome outcome = evaluate(expression);

    assertThat(outcome.error()).isEmpty();
    assertThat(outcome.value()).isEqualTo(true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "self.inner.opt == 'x' | no such key: opt",
        "self.list[9] == 'x' | index out of bounds: 9",
        "self.map['q'] == 1 | no such key: q",
        "1 / 0 == 1 | division by zero",
        "self.i % 0 == 1 | modulus by zero",
        "9223372036854775807 + self.i > 0 | integer overflow",
        "int('x') == 1 | type conversion error from 'string' to 'int'",
        "self.either > 3 | no such overload",
        "[].map(x, x).min() == 1 | min called on empty list",
        "'abc'.substring(5) == '' | index out of range: 5",
        "quantity('x').isInteger() | quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        "ip('x').family() == 4 | IP Address \"x\" parse error during conversion from string:"
            + " ParseAddr(\"x\"): unable to parse IP",
        "self.inner.?opt.value() == 'x' | optional.none() dereference",
        "url('x').getHost() == '' | URL parse error during conversion from string: parse \"x\":"
            + " invalid URI for request"
      })
  void failsWithUpstreamsMessage(String expression, String error) {
    assertThat(evaluate(expression).error()).isEqualTo(error);
  }

  @Test
  void stopsAtTheCostLimit() {
    Program.Outcome outcome =
        evaluate("lists.range(2000).all(x, lists.range(2000).all(y, x + y >= 0))");

    assertThat(outcome.tooExpensive()).isTrue();
    assertThat(outcome.error()).isEqualTo("operation cancelled: actual cost limit exceeded");
  }

  @Test
  void countsEachStep() {
    assertThat(evaluate("self.i == 3").cost()).isEqualTo(3);
    assertThat(evaluate("has(self.inner.x)").cost()).isEqualTo(2);
    assertThat(evaluate("self.i in [1, 2, 3]").cost()).isEqualTo(2);
  }
}
