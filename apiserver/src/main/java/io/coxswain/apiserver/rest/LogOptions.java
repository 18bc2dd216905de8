package io.coxswain.apiserver.rest;

import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.schema.DecodeException;
import io.coxswain.apiserver.schema.Times;
import io.coxswain.apiserver.spi.PodLogs;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** Parses the options of a log request. */
final class LogOptions {
  private LogOptions() {}

  static PodLogs.Options of(Target target) {
    var request = target.request();
    Long tail = number(target, "tailLines");
    Long since = number(target, "sinceSeconds");
    Long limit = number(target, "limitBytes");
    String time = request.query("sinceTime");
    checkTime(time);
    var errors = new ArrayList<FieldError>();
    if (tail != null && tail < 0) {
      errors.add(tooSmall("tailLines", tail, "must be greater than or equal to 0"));
    }
    if (limit != null && limit < 1) {
      errors.add(tooSmall("limitBytes", limit, "must be greater than 0"));
    }
    if (since != null && time != null && !time.isEmpty()) {
      errors.add(
          FieldError.forbidden(
              "[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
    } else if (since != null && since < 1) {
      errors.add(tooSmall("sinceSeconds", since, "must be greater than 0"));
    }
    if (request.query("stream") != null) {
      errors.add(FieldError.forbidden("stream", "may not be specified"));
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid(
          "PodLogOptions", "", "PodLogOptions", target.info().name(), errors);
    }
    return new PodLogs.Options(
        RequestInfo.isTrue(request.query("follow")),
        RequestInfo.isTrue(request.query("previous")),
        RequestInfo.isTrue(request.query("timestamps")),
        tail,
        since,
        time == null || time.isEmpty() ? null : time,
        limit);
  }

  private static FieldError tooSmall(String field, long value, String detail) {
    return FieldError.invalid(field, Json.NODES.numberNode(value), detail);
  }

  private static void checkTime(@Nullable String time) {
    if (time == null || time.isEmpty()) {
      return;
    }
    try {
      Times.canonical(time, false);
    } catch (DecodeException e) {
      throw StatusException.badRequest(e.text());
    }
  }

  private static @Nullable Long number(Target target, String parameter) {
    String text = target.request().query(parameter);
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw StatusException.badNumber(text);
    }
  }
}
