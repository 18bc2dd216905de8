package io.coxswain.node.logs;

import java.io.IOException;

/** Where what containers print can be read. */
@FunctionalInterface
public interface LogSource {

  /**
   * Opens what a container has printed.
   *
   * @throws NoLogException when it has not run, or not twice if its previous log is asked for
   */
  LogStream open(LogRequest request) throws IOException, NoLogException;
}
