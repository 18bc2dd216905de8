package io.coxswain.apiserver.store;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A commit could not be brought to the disk. Whether it is found after a restart is unknown, as for
 * any request without a response; until then nobody sees it.
 */
public final class UnwritableException extends UncheckedIOException {
  /** What etcd, and with it kube-apiserver, says; clients and runbooks know it. */
  static final String NO_SPACE = "etcdserver: mvcc: database space exceeded";

  UnwritableException(String message, IOException cause) {
    super(message, cause);
  }
}
