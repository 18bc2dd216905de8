package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Attack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times and durations that upstream reads leniently, and how it quotes those that it rejects. */
final class TimeParityTest {
  private final TestingServer server = new TestingServer();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2026-01-01T0:00:00Z           | 2026-01-01T00:00:00Z
          2026-01-01T00:00:00,5Z        | 2026-01-01T00:00:00Z
          2026-01-01T00:00:00+24:60     | 2025-12-30T23:00:00Z
          0000-01-01T00:00:00Z          | 0000-01-01T00:00:00Z
          0000-01-01T00:00:00+24:00     | -0001-12-31T00:00:00Z
          9999-12-31T23:59:59-24:00     | 10000-01-01T23:59:59Z
          0001-01-01T01:00:00.5+01:00   | null
          """)
  void timesOfBuiltInKindsAreReadAsGoReadsThem(String sent, String stored) {
    assertThat(event(sent).get("firstTimestamp").asText()).isEqualTo(stored);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          é                              | parsing time "\\xc3\\xa9" as "2006-01-02T15:04:05Z07:00": cannot parse "\\xc3\\xa9" as "2006"
          2026-01-01T00:00:00+24:61      | parsing time "2026-01-01T00:00:00+24:61": time zone offset minute out of range
          2026-01-01T00:00:00+25:00      | parsing time "2026-01-01T00:00:00+25:00": time zone offset hour out of range
          2026-01-01T:00:00Z             | parsing time "2026-01-01T:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse ":00:00Z" as "15"
          2026-01-01T00:00:00Z\\u0001\\" | parsing time "2026-01-01T00:00:00Z\\x01\\"": extra text: "\\x01\\""
          """)
  void timesAreRejectedInTheWordsOfGo(String sent, String message) {
    assertThat(event(sent).path("message").asText())
        .isEqualTo("Event in version \"v1\" cannot be handled as a Event: " + message);
  }

  private JsonNode event(String firstTimestamp) {
    return json(
        server.post(
            "/api/v1/namespaces/default/events",
            "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"namespace\":\"default\"},\"firstTimestamp\":\""
                + firstTimestamp
                + "\"}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /api/v1/namespaces/default/pods | 'spec':{'containers':[{'name':'c','image':'i'}]} | /status | 'startTime':'0001-01-01T00:00:00Z' | "startTime":null
          /apis/coordination.k8s.io/v1/namespaces/default/leases | 'spec':{} | /spec | 'renewTime':'0001-01-01T00:00:00.000000Z' | "renewTime":null
          /api/v1/nodes | 'spec':{} | /spec | 'taints':[{'key':'a','effect':'NoExecute','timeAdded':'0001-01-01T00:00:00Z'}] | "taints":[{"effect":"NoExecute","key":"a","timeAdded":null}]
          /apis/policy/v1/namespaces/default/poddisruptionbudgets | 'spec':{'minAvailable':1} | /status | 'disruptedPods':{'x':'0001-01-01T00:00:00Z'} | "disruptedPods":{"x":null}
          """)
  void aZeroTimeThatIsGivenExplicitlyIsWrittenAsNull(
      String path, String created, String part, String changed, String stored) {
    server.post(path, "{'metadata':{'name':'z'}," + created + "}");
    String target = path + "/z" + (part.equals("/status") ? part : "");
    String merge = "application/merge-patch+json";
    String body = "{'" + part.substring(1) + "':{" + changed + "}}";

    JsonNode patched = json(server.patch(target, merge, body));
    JsonNode read = json(server.get(path + "/z"));
    ApiResponse labelled = server.patch(path + "/z", merge, "{'metadata':{'labels':{'a':'b'}}}");

    assertThat(patched.at(part).toString()).contains(stored);
    assertThat(read.at(part)).isEqualTo(patched.at(part));
    assertThat(labelled.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"when\":\"2026-01-01T00:00:00+99:99\"",
        "\"when\":\"2026-01-01t00:00:00,5z\"",
        "\"when\":\"2026-01-01T00:00:00Ztail\"",
        "\"when\":[]",
        "\"wait\":\"0\"",
        "\"wait\":\"P1D\"",
        "\"wait\":\"1e3s\"",
        "\"wait\":\"5 hourly\"",
        "\"wait\":\"1wk\"",
        "\"wait\":\"1.s\"",
        "\"wait\":\"-9223372036854775808ns\"",
        "\"wait\":[1]",
      })
  void formatsOfCustomResourcesAreLenient(String fields) {
    assertThat(created(fields)).isEqualTo("{" + fields + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "when":"2026-01-01T00:00:00.Z"  | "2026-01-01T00:00:00.Z" | spec.when in body must be of type date-time: "2026-01-01T00:00:00.Z"
          "when":"2026-1-01T00:00:00Z"    | "2026-1-01T00:00:00Z" | spec.when in body must be of type date-time: "2026-1-01T00:00:00Z"
          "when":0                        | "int64" | spec.when in body must be of type date-time: "int64"
          "when":1.5                      | "float64" | spec.when in body must be of type date-time: "float64"
          "when":true                     | "" | spec.when in body must be of type date-time: ""
          "when":{}                       | "" | spec.when in body must be of type date-time: ""
          "wait":"1wks"                   | "1wks" | spec.wait in body must be of type duration: "1wks"
          "wait":"5\\u00a0s"              | "5\\u00a0s" | spec.wait in body must be of type duration: "5\\u00a0s"
          "wait":"5\\u0007\\u007f"        | "5\\a\\x7f" | spec.wait in body must be of type duration: "5\\a\\x7f"
          "wait":"9223372036854775808ns"  | "9223372036854775808ns" | spec.wait in body must be of type duration: "9223372036854775808ns"
          "wait":"9223372036854775807.h"  | "9223372036854775807.h" | spec.wait in body must be of type duration: "9223372036854775807.h"
          """)
  void formatsOfCustomResourcesAreNamedInErrors(String fields, String value, String detail) {
    String field = fields.substring(1, 5);

    assertThat(created(fields))
        .isEqualTo("spec." + field + ": Invalid value: " + value + ": " + detail);
  }

  @Test
  @Attack("a duration of two million digits")
  @Timeout(20)
  void aLongDurationIsReadOnce() {
    String digits = "1".repeat(2_000_000);

    assertThat(created("\"wait\":\"" + digits + "\"")).startsWith("spec.wait: Invalid value: \"1");
  }

  private String created(String fields) {
    ApiResponse response = new WidgetKind(server).create("application/json", fields);
    return WidgetKind.outcome(response);
  }
}
