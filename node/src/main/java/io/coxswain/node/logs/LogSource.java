package io.coxswain.node.logs;

import java.io.IOException;

/** Where what containers print can be read. */
@FunctionalInterface
public interface LogSource {

  /**
   * Opens what a container has printed.
   *
   * @throws NoLogException if the container has not run, or not twice if its previous log is
   *     requested
   */
  LogStream open(LogRequest request) throws IOException, NoLogException;
}
