package io.coxswain.api.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.sharding.ShardSelector.Field;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardSelectorTest {
  private static final String LOWER =
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')";
  private static final String UPPER =
      "shardRange(object.metadata.uid, '0x8000000000000000', '0x10000000000000000')";

  /** Known values of FNV-1a with 64 bits. */
  @ParameterizedTest(name = "hash of \"{0}\"")
  @CsvSource({"'', cbf29ce484222325", "a, af63dc4c8601ec8c", "foobar, 85944171f73967e8"})
  void hashesWithFnv1a(String value, String hash) {
    assertThat(Long.toHexString(ShardSelector.hash(value))).isEqualTo(hash);
  }

  @Test
  void selectsByTheHashOfTheUid() {
    ShardSelector lower = ShardSelector.parse(LOWER);
    ShardSelector upper = ShardSelector.parse(UPPER);

    // 85944171f73967e8 is in the upper half.
    assertThat(lower.test("any", "foobar")).isFalse();
    assertThat(upper.test("any", "foobar")).isTrue();
  }

  @Test
  void selectsByTheHashOfTheNamespace() {
    ShardSelector upper = ShardSelector.parse(UPPER.replace("uid", "namespace"));

    assertThat(upper.test("foobar", "any")).isTrue();
    assertThat(ShardSelector.of(Field.NAMESPACE, 0, 2).test("foobar", "any")).isFalse();
  }

  @Test
  void includesTheStartAndExcludesTheEnd() {
    String at = "85944171f73967e8";
    String next = "85944171f73967e9";

    assertThat(range(at, next).test("", "foobar")).isTrue();
    assertThat(range("0000000000000000", at).test("", "foobar")).isFalse();
    assertThat(range(next, "ffffffffffffffff").test("", "foobar")).isFalse();
  }

  private static ShardSelector range(String start, String end) {
    return ShardSelector.parse(
        "shardRange(object.metadata.uid, '0x" + start + "', '0x" + end + "')");
  }

  @ParameterizedTest(name = "{0} shards")
  @ValueSource(ints = {1, 2, 3, 7, 64})
  void putsEveryObjectIntoExactlyOneShard(int count) {
    for (int i = 0; i < 200; i++) {
      String uid = UUID.nameUUIDFromBytes(new byte[] {(byte) i}).toString();
      int owners = 0;
      for (int shard = 0; shard < count; shard++) {
        owners += ShardSelector.of(Field.UID, shard, count).test("", uid) ? 1 : 0;
      }
      assertThat(owners).as(uid).isEqualTo(1);
    }
  }

  @Test
  void coversTheWholeSpaceWithOneShard() {
    assertThat(ShardSelector.of(Field.UID, 0, 1))
        .hasToString(
            "shardRange(object.metadata.uid, '0x0000000000000000', '0x10000000000000000')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        LOWER,
        UPPER,
        LOWER + " || " + UPPER,
        "shardRange(object.metadata.namespace, '0x00000000000000ff', '0x0000000000000100')"
      })
  void printsWhatItParses(String text) {
    assertThat(ShardSelector.parse(text)).hasToString(text);
  }

  @Test
  void ignoresSpacesParenthesesAndTheKindOfQuotes() {
    assertThat(ShardSelector.parse(" ( " + LOWER.replace(", ", ",").replace('\'', '"') + " )  "))
        .isEqualTo(ShardSelector.parse(LOWER));
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "~~ # empty shard selector is not allowed; omit the parameter for unfiltered lists",
        "true # unexpected expression true; expected shardRange() call or || operator",
        "size(object) # unsupported function \"size\"; only shardRange() and || are allowed",
        "shardRange(object.metadata.name, '0x0', '0x1') #"
            + " hexStart must be a 0x-prefixed 16-digit hex value, got \"0x0\" (did you mean"
            + " \"0x0000000000000000\"?)",
        "shardRange(object.metadata.name, '0x0000000000000000', '0x8000000000000000') #"
            + " unsupported field path \"object.metadata.name\"; supported: object.metadata.uid,"
            + " object.metadata.namespace",
        "shardRange(object.metadata.uid, 0, 1) # hexStart must be a string literal (e.g. '0xff')",
        "shardRange(object.metadata.uid, '00', '0x1') # hexStart must have '0x' prefix, got \"00\"",
        "shardRange(object.metadata.uid, '0x', '0x1') # hexStart: hex value is required after '0x'",
        "shardRange(object.metadata.uid, '0x8000000000000000', '0x8000000000000000') # shard range"
            + " start 0x8000000000000000 must be less than end 0x8000000000000000",
        "shardRange(object.metadata.uid, '0x000000000000000G', '0x8000000000000000') # hexStart:"
            + " invalid hex character \"G\" in \"0x000000000000000G\"",
        "shardRange(object.metadata.uid, '0x0000000000000000', '0x10000000000000001') # hexEnd:"
            + " 17-digit hex value must be '0x10000000000000000' (2^64), got"
            + " \"0x10000000000000001\"",
        "shardRange(object.metadata.uid, '0x0000000000000000' # CEL parse error: unexpected input"
            + " at character 53",
      })
  void rejects(String text, String message) {
    assertThatThrownBy(() -> ShardSelector.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void rejectsTwoFields() {
    assertThatThrownBy(
            () -> ShardSelector.parse(LOWER + " || " + UPPER.replace("uid", "namespace")))
        .hasMessage(
            "all shard ranges must use the same field, got \"object.metadata.uid\" and"
                + " \"object.metadata.namespace\"");
  }

  @Test
  void boundsRangesAndNesting() {
    assertThatThrownBy(() -> ShardSelector.parse((LOWER + "||").repeat(1024) + UPPER))
        .hasMessage("more than 1024 ranges");
    assertThatThrownBy(() -> ShardSelector.parse("(".repeat(100_000)))
        .hasMessage("more than 100 nested parentheses");
  }
}
