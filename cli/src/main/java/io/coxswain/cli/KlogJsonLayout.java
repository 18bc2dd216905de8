package io.coxswain.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import java.math.BigDecimal;
import org.slf4j.event.KeyValuePair;

/** One JSON object a line: {@code ts}, {@code caller}, {@code msg}, {@code v} or {@code err}. */
final class KlogJsonLayout extends LayoutBase<ILoggingEvent> {

  @Override
  public String doLayout(ILoggingEvent event) {
    ObjectNode line = Json.MAPPER.createObjectNode();
    var time = event.getInstant();
    line.put(
        "ts", BigDecimal.valueOf(time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000, 3));
    String name = event.getLoggerName();
    line.put("caller", name.substring(name.lastIndexOf('.') + 1));
    line.put("msg", event.getFormattedMessage());
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      line.put(
          "err", event.getThrowableProxy() == null ? "" : event.getThrowableProxy().getMessage());
    } else {
      line.put("v", KlogLogging.verbosityOf(event));
    }
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        line.set(
            pair.key,
            pair.value instanceof Number || pair.value instanceof Boolean
                ? Json.MAPPER.valueToTree(pair.value)
                : line.textNode(String.valueOf(pair.value)));
      }
    }
    if (event.getThrowableProxy() != null) {
      line.put("stacktrace", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line + "\n";
  }
}
