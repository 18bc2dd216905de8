package io.coxswain.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryScannerTest {

  @Test
  void readsTheHeader() throws IOException {
    Entry entry =
        scan(
            """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"ns","uid":"u1",
             "resourceVersion":"42","labels":{"k":"v","ü":"ö"},"deletionTimestamp":"2026-01-01T00:00:00Z",
             "ownerReferences":[{"apiVersion":"v1","kind":"X","name":"no","uid":"o1"},
              {"apiVersion":"batch/v1","kind":"Job","name":"j","uid":"o2","controller":true}]},
             "spec":{"metadata":{"name":"other"}}}
            """);

    assertThat(entry.key()).isEqualTo(ObjectKey.of("ns", "a"));
    assertThat(entry.uid()).isEqualTo("u1");
    assertThat(entry.version()).isEqualTo(42);
    assertThat(entry.deleting()).isTrue();
    assertThat(entry.labels()).isEqualTo(Map.of("k", "v", "ü", "ö"));
    assertThat(entry.controller()).isEqualTo(new Entry.Controller("batch/v1", "Job", "j", "o2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"managedFields\":[{\"a\":[]}],\"name\":\"ü\"} | {\"name\":\"ü\"}",
        "{ \"managedFields\" : [ ] , \"name\":\"ü\"} | {  \"name\":\"ü\"}",
        "{\"name\":\"ü\",\"managedFields\":[{}],\"uid\":\"x\"} | {\"name\":\"ü\",\"uid\":\"x\"}",
        "{\"name\":\"ü\" , \"managedFields\":[1]} | {\"name\":\"ü\" }",
        "{\"name\":\"ü\"} | {\"name\":\"ü\"}",
      })
  void cutsManagedFieldsOutWhereverTheyStand(String metadata, String kept) throws IOException {
    Entry full = scan("{\"a\":\"é\",\"metadata\":" + metadata + ",\"spec\":{\"é\":1}}");
    Entry part =
        EntryScanner.scan(
            bytes("{\"a\":\"é\",\"metadata\":" + metadata + ",\"spec\":{}}"), Projection.METADATA);

    assertThat(text(full)).isEqualTo("{\"a\":\"é\",\"metadata\":" + kept + ",\"spec\":{\"é\":1}}");
    assertThat(text(part)).isEqualTo("{\"metadata\":" + kept + "}");
  }

  @Test
  void rejectsObjectsWithoutAName() {
    assertThatThrownBy(() -> scan("[]")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> scan("{\"metadata\":{}}")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> scan("{\"metadata\":{\"na")).isInstanceOf(IOException.class);
  }

  @Test
  void extractsTheItemsOfAList() throws IOException {
    EntryScanner.Listed listed =
        EntryScanner.list(
            bytes(
                """
                {"kind":"PodList","metadata":{"resourceVersion":"7","continue":"c"},
                 "items":[{"metadata":{"name":"ä"}} , {"metadata":{"name":"b"},"x":[{}]}]}
                """));

    assertThat(listed.version).isEqualTo("7");
    assertThat(listed.more).isEqualTo("c");
    assertThat(listed.items.stream().map(i -> new String(i, StandardCharsets.UTF_8)))
        .isEqualTo(
            List.of(
                "{\"metadata\":{\"name\":\"ä\"}}", "{\"metadata\":{\"name\":\"b\"},\"x\":[{}]}"));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "0,0", "007,-1", "x1,-1", "'',-1", "-5,-1", "12345678901234567890,-1"})
  void comparesOnlyWellFormedVersions(String text, long version) {
    assertThat(ResourceVersions.parse(text)).isEqualTo(version);
  }

  private static Entry scan(String json) throws IOException {
    return EntryScanner.scan(bytes(json), Projection.FULL);
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Entry entry) {
    return new String(entry.json(), StandardCharsets.UTF_8);
  }
}
