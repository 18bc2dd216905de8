package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * IP addresses and CIDRs. Expected results are those of cel-go with the libraries of Kubernetes
 * 1.35.
 */
class AddressTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          isIP('10.0.0.1') → true
          isIP('10.0.0.256') → false
          isIP('10.0.0') → false
          isIP('10.0.0.01') → false
          isIP('::1') → true
          isIP('::') → true
          isIP('2001:db8::1') → true
          isIP('2001:db8:::1') → false
          isIP('fe80::1%eth0') → false
          isIP('::ffff:1.2.3.4') → false
          isIP('1.2.3.4/32') → false
          isIP('') → false
          isIP('::1.2.3.4') → true
          ip('10.0.0.1').family() → 4
          ip('::1').family() → 6
          string(ip('2001:0DB8::0001')) → '2001:db8::1'
          string(ip('0:0:0:1::')) → '0:0:0:1::'
          string(ip('1:0:0:2:0:0:0:3')) → '1:0:0:2::3'
          ip('10.0.0.1') == ip('10.0.0.1') → true
          ip('::1') == ip('0:0::1') → true
          ip.isCanonical('2001:db8::1') → true
          ip.isCanonical('2001:DB8::1') → false
          ip.isCanonical('10.0.0.1') → true
          ip('127.0.0.1').isLoopback() → true
          ip('127.9.9.9').isLoopback() → true
          ip('::1').isLoopback() → true
          ip('10.0.0.1').isLoopback() → false
          ip('0.0.0.0').isUnspecified() → true
          ip('::').isUnspecified() → true
          ip('169.254.1.1').isLinkLocalUnicast() → true
          ip('fe80::1').isLinkLocalUnicast() → true
          ip('224.0.0.1').isLinkLocalMulticast() → true
          ip('ff02::1').isLinkLocalMulticast() → true
          ip('239.0.0.1').isLinkLocalMulticast() → false
          ip('10.0.0.1').isGlobalUnicast() → true
          ip('8.8.8.8').isGlobalUnicast() → true
          ip('255.255.255.255').isGlobalUnicast() → false
          ip('224.0.0.1').isGlobalUnicast() → false
          ip('2001:db8::1').isGlobalUnicast() → true
          """)
  void parsesAddresses(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          isCIDR('10.0.0.0/8') → true
          isCIDR('10.0.0.0/33') → false
          isCIDR('10.0.0.0') → false
          isCIDR('10.0.0.0/08') → false
          isCIDR('::/0') → true
          isCIDR('::/129') → false
          isCIDR('::ffff:1.2.3.4/24') → false
          isCIDR('10.0.0.1/8') → true
          cidr('10.0.0.0/8').containsIP('10.1.2.3') → true
          cidr('10.0.0.0/8').containsIP(ip('11.0.0.1')) → false
          cidr('10.0.0.0/8').containsIP('::1') → false
          cidr('2001:db8::/32').containsIP('2001:db8:1::1') → true
          cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') → true
          cidr('10.0.0.0/8').containsCIDR(cidr('10.0.0.0/8')) → true
          cidr('10.1.0.0/16').containsCIDR('10.0.0.0/8') → false
          cidr('10.0.0.0/8').containsCIDR('::/0') → false
          cidr('10.0.0.0/8').ip() == ip('10.0.0.0') → true
          cidr('10.1.2.3/8').ip() == ip('10.1.2.3') → true
          cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') → true
          string(cidr('10.1.2.3/8').masked()) → '10.0.0.0/8'
          cidr('10.0.0.0/8').prefixLength() → 8
          cidr('::/0').prefixLength() → 0
          cidr('10.0.0.0/8') == cidr('10.0.0.0/8') → true
          cidr('10.0.0.0/8') == cidr('10.0.0.0/9') → false
          string(cidr('2001:DB8::/32')) → '2001:db8::/32'
          """)
  void parsesRanges(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          ip('x') → error: IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP
          ip('10.0.0.256') → error: IP Address "10.0.0.256" parse error during conversion from string: ParseAddr("10.0.0.256"): IPv4 field has value >255
          ip('10.0.0.01') → error: IP Address "10.0.0.01" parse error during conversion from string: ParseAddr("10.0.0.01"): IPv4 field has octet with leading zero
          ip('10.0.0') → error: IP Address "10.0.0" parse error during conversion from string: ParseAddr("10.0.0"): IPv4 address too short
          ip('1.2.3.4.5') → error: IP Address "1.2.3.4.5" parse error during conversion from string: ParseAddr("1.2.3.4.5"): IPv4 address too long
          ip('::ffff:1.2.3.4') → error: IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed
          ip('fe80::1%eth0') → error: IP address "fe80::1%eth0" with zone value is not allowed
          ip('') → error: IP Address "" parse error during conversion from string: ParseAddr(""): unable to parse IP
          ip('::g') → error: IP Address "::g" parse error during conversion from string: ParseAddr("::g"): each colon-separated field must have at least one digit (at "g")
          ip('12345::') → error: IP Address "12345::" parse error during conversion from string: ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")
          ip('1:2:3:4:5:6:7:8:9') → error: IP Address "1:2:3:4:5:6:7:8:9" parse error during conversion from string: ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")
          ip('1:2') → error: IP Address "1:2" parse error during conversion from string: ParseAddr("1:2"): address string too short
          cidr('10.0.0.0') → error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0"): no '/'
          cidr('10.0.0.0/33') → error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/33"): prefix length out of range
          cidr('10.0.0.0/x') → error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/x"): bad bits after slash: "x"
          cidr('10.0.0.0/08') → error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"
          cidr('x/8') → error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("x/8"): ParseAddr("x"): unable to parse IP
          cidr('::ffff:1.2.3.4/24') → error: network address parse error during conversion from string: IPv4-mapped IPv6 address "::ffff:1.2.3.4/24" is not allowed
          ip.isCanonical('x') → error: IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP
          cidr('10.0.0.0/8').containsIP('x') → error: no such overload
          cidr('10.0.0.0/8').containsCIDR('x') → error: network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("x"): no '/'
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
