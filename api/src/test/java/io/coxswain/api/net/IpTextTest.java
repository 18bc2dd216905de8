package io.coxswain.api.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpTextTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1",
    "::, ::",
    "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "1:0:3:4:5:6:7:8, 1:0:3:4:5:6:7:8",
    "::ffff:1.2.3.4, ::ffff:102:304",
    "fe80::1%eth0, fe80::1"
  })
  void writesTheCanonicalForm(String text, String canonical) throws Exception {
    assertThat(IpText.parse(text)).hasToString(canonical);
  }

  @Test
  void acceptsLeadingZerosOnlyLeniently() {
    assertThat(IpText.parseLenient("010.000.00.0001")).hasToString("10.0.0.1");
    assertThat(catchThrowableOfType(IpText.Malformed.class, () -> IpText.parse("010.0.0.1")))
        .hasMessage("IPv4 field has octet with leading zero");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.256",
        "1..2.3",
        ".1.2.3",
        "1.2.3.",
        "1:2",
        "1:::2",
        "::1::",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7::8",
        ":1:2:3:4:5:6:7",
        "12345::",
        "::g",
        "1.2.3.4::",
        "::１",
        "::1%"
      })
  void rejectsInvalidAddresses(String text) {
    assertThat(IpText.parseLenient(text)).isNull();
    assertThat(catchThrowableOfType(IpText.Malformed.class, () -> IpText.parse(text))).isNotNull();
  }

  @Test
  void namesTheTextThatIsMalformed() {
    var failure = catchThrowableOfType(IpText.Malformed.class, () -> IpText.parse("1:2:x"));

    assertThat(failure).hasMessage("each colon-separated field must have at least one digit");
    assertThat(failure.at()).isEqualTo("x");
  }

  @Test
  void readsMappedAddressesAsIpv4WhereFieldsAreLenient() {
    assertThat(Ip.parse("::ffff:10.0.0.1")).isEqualTo(Ip.parse("10.0.0.1"));
    assertThat(Addresses.isV6("::ffff:10.0.0.1")).isTrue();
    assertThat(Ip.parse("fe80::1%eth0")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, true",
    "8.8.8.8, true",
    "2001:db8::1, true",
    "fd00::1, true",
    "::ffff:10.0.0.1, true",
    "0.0.0.0, false",
    "127.0.0.1, false",
    "::1, false",
    "169.254.169.254, false",
    "::ffff:169.254.169.254, false",
    "fe80::1, false",
    "224.0.0.1, false",
    "239.255.255.255, false",
    "ff02::1, false",
    "255.255.255.255, false"
  })
  void globalAddressesAreThoseOfNoSpecialRange(String text, boolean global) {
    Ip ip = Ip.parse(text);

    assertThat(ip != null && ip.isGlobalUnicast()).isEqualTo(global);
  }
}
