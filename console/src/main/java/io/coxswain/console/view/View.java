package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.CancelledException;
import java.time.Duration;

/** What a page shows. Rendered by one task at a time. */
@FunctionalInterface
public interface View extends AutoCloseable {
  /** The document at present; without the time of rendering, so that equal states are equal. */
  ObjectNode render() throws CancelledException;

  /** How often it is rendered even if nothing that it follows has changed. */
  default Duration period() {
    return Duration.ofSeconds(15);
  }

  /** How often it is rendered at most. */
  default Duration minPeriod() {
    return Duration.ofMillis(250);
  }

  @Override
  default void close() {}
}
