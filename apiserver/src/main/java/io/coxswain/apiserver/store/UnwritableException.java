package io.coxswain.apiserver.store;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A commit could not be written to disk. Whether it exists after a restart is unknown, as for any
 * request without a response; until then it is invisible.
 */
public final class UnwritableException extends UncheckedIOException {
  /** The message of etcd, and therefore of kube-apiserver; clients and runbooks know it. */
  static final String NO_SPACE = "etcdserver: mvcc: database space exceeded";

  UnwritableException(String message, IOException cause) {
    super(message, cause);
  }
}
