package io.coxswain.cli;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;

/** The stream for logs: standard output is reserved for results. */
final class StandardError {
  private StandardError() {}

  static Appender<ILoggingEvent> appender(LoggerContext context, LayoutBase<ILoggingEvent> layout) {
    layout.setContext(context);
    layout.start();
    var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
    encoder.setLayout(layout);
    return appender(context, encoder);
  }

  static Appender<ILoggingEvent> appender(
      LoggerContext context, EncoderBase<ILoggingEvent> encoder) {
    encoder.setContext(context);
    encoder.start();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }
}
