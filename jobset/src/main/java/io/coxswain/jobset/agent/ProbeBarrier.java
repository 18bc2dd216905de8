package io.coxswain.jobset.agent;

import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.EndpointServer;
import java.io.IOException;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a startup probe once lifted; before that the port is closed. */
final class ProbeBarrier implements Barrier {
  private static final Logger log = LoggerFactory.getLogger(AgentProgram.class);

  private final String path;
  private final int port;
  private final ExitDecision ending;
  private volatile @Nullable EndpointServer server;

  ProbeBarrier(String path, int port, ExitDecision ending) {
    this.path = path;
    this.port = port;
    this.ending = ending;
  }

  @Override
  public void lift() {
    var endpoints = new TreeMap<String, Endpoint>();
    endpoints.put(
        path,
        (asked, query) ->
            asked.equals(path) ? EndpointResponse.text(200, "") : EndpointResponse.NOT_FOUND);
    try {
      server = EndpointServer.start(":" + port, endpoints);
      log.atInfo()
          .addKeyValue("path", path)
          .addKeyValue("port", port)
          .log("Barrier lifted, started startup probe server");
    } catch (IOException e) {
      log.atError().addKeyValue("err", e.getMessage()).log("startup probe server failed");
      ending.with(1);
    }
  }

  /** The port that is listened on; -1 while none is. */
  int listening() {
    EndpointServer running = server;
    return running == null ? -1 : running.port();
  }

  @Override
  public void close(Duration grace) {
    EndpointServer running = server;
    if (running != null) {
      running.close();
    }
  }
}
