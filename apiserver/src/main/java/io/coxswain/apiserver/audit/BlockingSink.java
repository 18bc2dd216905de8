package io.coxswain.apiserver.audit;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores each event before its request goes on. A failure is logged once, until it succeeds. */
final class BlockingSink implements AuditSink {
  private static final Logger log = LoggerFactory.getLogger(BlockingSink.class);

  private final AuditBackend backend;
  private final boolean strict;
  private final AtomicBoolean failing = new AtomicBoolean();

  /**
   * @param strict whether a request fails with its event
   */
  BlockingSink(AuditBackend backend, boolean strict) {
    this.backend = backend;
    this.strict = strict;
  }

  @Override
  public boolean write(byte[] event) {
    try {
      backend.send(List.of(event));
      failing.set(false);
      return true;
    } catch (IOException e) {
      if (!failing.getAndSet(true)) {
        log.error("failed to write audit event: {} err={}", backend.name(), e.getMessage());
      }
      return !strict;
    }
  }

  @Override
  public void close() {
    backend.close();
  }
}
