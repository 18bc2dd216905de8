package io.coxswain.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceNamesTest {
  private static final ServiceNames NAMES =
      new ServiceNames(
          "default",
          List.of(
              service("default", "web", "10.96.1.2", Map.of(80, 40080, 8080, 48080)),
              service("other", "db", "10.96.3.4", Map.of(5432, 45432))));

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          http://web/x,                                http://127.96.1.2:40080/x
          http://web:8080/x,                           http://127.96.1.2:48080/x
          http://web.default,                          http://127.96.1.2:40080
          http://web.default.svc:80,                   http://127.96.1.2:40080
          http://web.default.svc.cluster.local:80/,    http://127.96.1.2:40080/
          http://10.96.1.2:8080,                       http://127.96.1.2:48080
          http://user:secret@web:80/,                  http://user:secret@127.96.1.2:40080/
          web:8080,                                    127.96.1.2:48080
          nc web 8080 < in,                            nc 127.96.1.2 48080 < in
          ping web.default.svc,                        ping 127.96.1.2
          postgres://db.other:5432/app,                postgres://127.96.3.4:45432/app
          10.96.3.4,                                   127.96.3.4
          """)
  void replacesServiceNamesByLocalAddresses(String text, String expected) {
    assertThat(NAMES.replace(text)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "echo web",
    "python web.py",
    "/srv/web",
    "/srv/web.default/x",
    "my-web:80",
    "web:9999",
    "db:5432",
    "110.96.1.2",
    "10.96.1.23",
    "http://web.example.com/"
  })
  void leavesOtherWordsAlone(String text) {
    assertThat(NAMES.replace(text)).isEqualTo(text);
  }

  @Test
  void takesTheWholeValueOfAVariableThatNamesAHostForAService() {
    assertThat(NAMES.replace("API_HOST", "web")).isEqualTo("127.96.1.2");
    assertThat(NAMES.replace("APP", "web")).isEqualTo("web");
    assertThat(NAMES.replace("DB_HOST", "db")).as("of another namespace").isEqualTo("db");
  }

  @Test
  void listsServicesAsAHostsFileDoes() {
    assertThat(NAMES.hostsFile())
        .isEqualTo(
            """
            127.96.1.2 web.default.svc.cluster.local web.default.svc web.default web
            127.96.3.4 db.other.svc.cluster.local db.other.svc db.other
            """);
  }

  private static LocalService service(
      String namespace, String name, String clusterIp, Map<Integer, Integer> ports) {
    return new LocalService(
        ObjectKey.of(namespace, name),
        clusterIp,
        new PodNetwork(true).local(clusterIp),
        new TreeMap<>(ports));
  }
}
