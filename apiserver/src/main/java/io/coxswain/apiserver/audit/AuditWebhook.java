package io.coxswain.apiserver.audit;

import io.coxswain.apiserver.spi.AuditTransport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Sends events as an EventList to a server. */
record AuditWebhook(AuditTransport transport) implements AuditBackend {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final byte[] START =
      "{\"kind\":\"EventList\",\"apiVersion\":\"audit.k8s.io/v1\",\"metadata\":{},\"items\":["
          .getBytes(StandardCharsets.UTF_8);

  @Override
  public String name() {
    return "plugin=webhook";
  }

  @Override
  public void send(List<byte[]> events) throws IOException {
    var list = new ByteArrayOutputStream();
    list.writeBytes(START);
    for (int i = 0; i < events.size(); i++) {
      if (i > 0) {
        list.write(',');
      }
      list.writeBytes(events.get(i));
    }
    list.write(']');
    list.write('}');
    transport.post(list.toByteArray(), TIMEOUT);
  }

  @Override
  public void close() {}
}
