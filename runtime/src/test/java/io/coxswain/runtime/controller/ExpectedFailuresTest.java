package io.coxswain.runtime.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExpectedFailuresTest {
  @ParameterizedTest(name = "{0} {1} {2}: {4}")
  @CsvSource({
    "409, Conflict,  jobsets,    gang,  '',                   true",
    "403, Forbidden, jobs,       a,     NamespaceTerminating, true",
    "403, Forbidden, jobs,       a,     '',                   false",
    "404, NotFound,  jobsets,    gang,  '',                   true",
    "404, NotFound,  namespaces, ns,    '',                   true",
    "404, NotFound,  namespaces, other, '',                   false",
    "404, NotFound,  secrets,    key,   '',                   false",
    "500, Internal,  jobsets,    gang,  '',                   false",
  })
  void areThoseOfObjectsThatOthersChangeOrDelete(
      int code, String reason, String kind, String name, String cause, boolean expected) {
    String status =
        """
        {"kind": "Status", "status": "Failure", "code": %d, "reason": "%s", "message": "m",
         "details": {"kind": "%s", "name": "%s", "causes": [{"reason": "%s"}]}}
        """
            .formatted(code, reason, kind, name, cause);
    ApiException failure = ApiException.of(code, status.getBytes(StandardCharsets.UTF_8));

    assertThat(ExpectedFailures.contains(ObjectKey.of("ns", "gang"), failure)).isEqualTo(expected);
  }
}
