package io.coxswain.node.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ReachableTest {
  private static final Reachable PLACES =
      () -> {
        var places = new TreeMap<String, String>();
        places.put("status.system.svc:10443", "127.0.0.1:40123");
        return places;
      };

  @Test
  void replacesTheNameWithPortByTheAddress() {
    assertThat(PLACES.replace("https://status.system.svc:10443/apis/x"))
        .isEqualTo("https://127.0.0.1:40123/apis/x");
  }

  @Test
  void leavesOtherNamesAndPortsAlone() {
    assertThat(PLACES.replace("https://my-status.system.svc:10443/"))
        .isEqualTo("https://my-status.system.svc:10443/");
    assertThat(PLACES.replace("status.system.svc:104430")).isEqualTo("status.system.svc:104430");
    assertThat(PLACES.replace("status.system.svc:443")).isEqualTo("status.system.svc:443");
    assertThat(Reachable.NOTHING.replace("status.system.svc:10443"))
        .isEqualTo("status.system.svc:10443");
  }
}
