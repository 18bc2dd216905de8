package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Costs of evaluation and estimates of them. Expected results are those of cel-go with the
 * libraries of Kubernetes 1.35.
 */
class CostTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          self.i == 3 → 3 of 2
          has(self.inner.x) → 2 of 2
          self.i in [1, 2, 3] → 2 of 15
          self.i in [self.i, 2] → 16 of 16
          self.inner.x → 3 of 3
          self.list[0] → 3 of 3
          self.map['m'] → 3 of 3
          self.b ? self.i : self.inner.x → 3 of 5
          self.b ? 1 : 2 → 2 of 2
          self.b ? self.list[0] : 'a' → 4 of 5
          self.b ? self.list[self.i - 3] : 'a' → 7 of 8
          !self.b ? 1 : self.i → 4 of 5
          self.i + 1 → 3 of 3
          self.s + 'abc' → 3 of 314575
          self.s == 'abc' → 3 of 3
          self.s.startsWith('a') → 3 of 3
          self.s.contains('ll') → 3 of 314575
          self.s.matches('^h') → 3 of 314575
          self.list.size() → 3 of 3
          self.list.all(x, x != '') → 15 of 4194303
          self.list.exists(x, x == 'a') → 18 of 6291453
          self.list.map(x, x + 'y') → 45 of 329867014963
          self.list.filter(x, x == 'a') → 22 of 15728638
          self.list.sort() → 31 of 2308970014326
          self.list.join(',') → 3 of 329853068905
          self.list == self.list → 5 of 104862
          self.map.all(k, self.map[k] > 0) → 17 of 3595115
          [self.i, 1] → 12 of 12
          {'a': self.i} → 32 of 32
          '%s'.format([self.s]) → 13 of 13
          self.s.substring(1) → 3 of 314575
          self.s.split('l') → 3 of 629148
          self.s.replace('l', 'x') → 3 of 629148
          self.s.indexOf('l') → 2 of 314575
          self.s.find('l') → 3 of 314575
          self.s.lowerAscii() → 3 of 314575
          quantity('1Gi').isGreaterThan(quantity('1')) → 3 of 3
          ip('10.0.0.1').family() → 2 of 2
          cidr('10.0.0.0/8').containsIP('10.1.1.1') → 3 of 6
          cidr('10.0.0.0/24').containsCIDR('10.0.0.0/25') → 7 of 11
          cidr('2001:db8::/32').containsIP(ip('2001:db8::1')) → 5 of 8
          url('https://example.com/a').getHost() → 4 of 4
          isURL('https://example.com') → 1 of 1
          semver('1.2.3').isLessThan(semver('1.2.4')) → 3 of 3
          format.dns1123Label().validate('abc') → 9 of 33
          sets.contains(self.list, ['a']) → 6 of 1048588
          self.list.distinct() → 31 of 2199019061263
          self.list.reverse() → 16 of 1048588
          self.list.slice(0, 2) → 15 of 15
          [self.list, self.list].flatten() → 27 of 27
          lists.range(10) → 21 of 21
          lists.range(self.i) → 16 of 9223372036854775807
          self.list.first() → 3 of 3
          self.list[?0].orValue('') → 3 of 4
          self.?inner.?opt.orValue('') → 2 of 4
          optional.of(self.i).optMap(x, x + 1) → 11 of 21
          self.list.transformList(i, v, v) → 42 of 13631488
          self.list.transformMap(i, v, v) → 15 of 4194333
          self.list.sortBy(x, x) → 73 of 2308983645824
          self.span + self.span → 5 of 5
          self.when.getHours() → 3 of 3
          string(self.i) → 3 of 3
          int(self.s) → 3 of 3
          self.short.size() < 5 → 4 of 4
          self.few.all(x, x.size() < 5) → 15 of 33
          self.few.all(x, self.few.exists(y, x == y)) → 39 of 283
          self.few.map(x, x + x) → 33 of 123
          self.short.matches('a+') → 3 of 7
          self.short == self.short → 5 of 8
          self.few.join('') → 3 of 22
          """)
  void chargesEachStep(String expression, String costOfEstimate) {
    var program = Expressions.program(expression);

    assertThat(Expressions.evaluate(expression).cost() + " of " + program.maxCost())
        .isEqualTo(costOfEstimate);
  }
}
