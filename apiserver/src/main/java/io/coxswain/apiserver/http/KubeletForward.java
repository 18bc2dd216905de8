package io.coxswain.apiserver.http;

import io.coxswain.env.Sockets;
import io.coxswain.env.Tasks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection that a kubelet forwards to a port of a pod. */
final class KubeletForward implements Sockets.Connection, Spdy.Listener {
  private static final Logger log = LoggerFactory.getLogger(KubeletForward.class);
  private static final int MAX_ERROR_BYTES = 4 * 1024;
  private static final int ERROR = 1;
  private static final int DATA = 3;

  private final Spdy spdy;
  private final StreamPipe input;
  private final OutputStream output;
  private final ByteArrayOutputStream error = new ByteArrayOutputStream();

  private KubeletForward(Spdy spdy, Tasks tasks) {
    this.spdy = spdy;
    this.input = new StreamPipe(tasks);
    this.output = new KubeletConversation.SpdyOutput(spdy, DATA);
  }

  static KubeletForward begin(Spdy spdy, int port, Tasks tasks) throws IOException {
    var forward = new KubeletForward(spdy, tasks);
    try {
      spdy.open(ERROR, headers("error", port));
      spdy.end(ERROR);
      spdy.open(DATA, headers("data", port));
    } catch (IOException e) {
      spdy.close();
      throw e;
    }
    tasks.spawn("kubelet port forward", forward::run);
    return forward;
  }

  private static Map<String, String> headers(String type, int port) {
    return new TreeMap<>(
        Map.of("streamtype", type, "port", Integer.toString(port), "requestid", "0"));
  }

  private void run() {
    try {
      spdy.run(this);
    } catch (IOException e) {
      log.atDebug().addKeyValue("err", e.getMessage()).log("Forwarded connection ended early");
    } finally {
      finish();
    }
  }

  /** The kubelet reports an error before it ends the data, or instead of ending it. */
  private void finish() {
    if (error.size() > 0) {
      input.fail(error.toString(StandardCharsets.UTF_8));
    } else {
      input.end();
    }
  }

  @Override
  public void opened(int stream, Map<String, String> headers) throws IOException {
    throw new IOException("the kubelet opened a stream");
  }

  @Override
  public void received(int stream, byte[] data) {
    if (stream == DATA) {
      input.add(data);
    } else if (error.size() + data.length <= MAX_ERROR_BYTES) {
      error.writeBytes(data);
    }
  }

  @Override
  public void ended(int stream) {
    if (stream == DATA || error.size() > 0) {
      finish();
    }
  }

  @Override
  public InputStream input() {
    return input;
  }

  @Override
  public OutputStream output() {
    return output;
  }

  @Override
  public void endOutput() throws IOException {
    output.close();
  }

  @Override
  public void close() {
    spdy.close();
  }
}
