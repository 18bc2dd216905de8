package io.coxswain.apiserver.audit;

/** Receives the audit events of requests. Thread-safe. */
interface AuditSink extends AutoCloseable {
  /** Takes an event; false if the request must not go on without it. */
  boolean write(byte[] event);

  @Override
  void close();
}
