package io.coxswain.apiserver.rest;

/** Counts a proxied request, whose status is known only once its backend has responded. */
public interface ProxyAccounting extends AutoCloseable {

  /** Counts nothing. */
  ProxyAccounting NONE =
      new ProxyAccounting() {
        @Override
        public void responded(int status) {}

        @Override
        public void close() {}
      };

  /** Counts for two. */
  @SuppressWarnings("ReferenceEquality") // NONE is a singleton
  static ProxyAccounting both(ProxyAccounting first, ProxyAccounting second) {
    return new ProxyAccounting() {
      @Override
      public void responded(int status) {
        first.responded(status);
        second.responded(status);
      }

      @Override
      public void close() {
        first.close();
        second.close();
      }
    };
  }

  /** The status that was sent to the client. */
  void responded(int status);

  /** The request is no longer open. */
  @Override
  void close();
}
