package io.coxswain.apiserver.audit;

import java.io.IOException;
import java.util.List;

/** Where audit events end up. */
interface AuditBackend extends AutoCloseable {
  /** Its name in messages. */
  String name();

  /** Stores events, each one JSON document; returns when they are stored. */
  void send(List<byte[]> events) throws IOException;

  @Override
  void close();
}
