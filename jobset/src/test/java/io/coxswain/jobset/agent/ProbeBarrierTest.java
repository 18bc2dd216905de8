package io.coxswain.jobset.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.Env;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Over a socket of this machine. */
class ProbeBarrierTest {

  @Test
  void respondsToTheProbeOnceTheBarrierIsDown() throws Exception {
    var ending = new ExitDecision(Env.production().tasks().newBell());
    var barrier = new ProbeBarrier("/barrier-is-down", 0, ending);
    assertThat(barrier.listening()).isEqualTo(-1);

    barrier.lift();

    assertThat(status(barrier, "/barrier-is-down")).isEqualTo(200);
    assertThat(status(barrier, "/barrier-is-down/not")).isEqualTo(404);
    assertThat(status(barrier, "/")).isEqualTo(404);
    assertThat(ending.isSettled()).isFalse();
    barrier.close(Duration.ZERO);
  }

  @Test
  void stopsTheAgentIfThePortIsInUse() throws Exception {
    var first = new ProbeBarrier("/go", 0, new ExitDecision(Env.production().tasks().newBell()));
    first.lift();
    var ending = new ExitDecision(Env.production().tasks().newBell());

    new ProbeBarrier("/go", first.listening(), ending).lift();

    assertThat(ending.await()).isEqualTo(1);
    first.close(Duration.ZERO);
  }

  private static int status(ProbeBarrier barrier, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + barrier.listening() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }
}
