package io.coxswain.apiserver.admission.webhook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A webhook responded with an HTTP status other than success. */
public final class AnswerStatusException extends IOException {
  private AnswerStatusException(String text) {
    super(text);
  }

  /** Uses the wording of upstream's client. */
  public static AnswerStatusException of(int status, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    return new AnswerStatusException(
        switch (status) {
          case 400 -> "the server rejected our request for an unknown reason";
          case 401 -> "the server has asked for the client to provide credentials";
          case 403 -> text.isEmpty() ? "unknown" : text;
          case 404 -> "the server could not find the requested resource";
          case 405 -> "the server does not allow this method on the requested resource";
          case 413 -> "Request entity too large: ";
          case 415 -> text.isEmpty() ? "unknown" : text;
          case 429 ->
              "the server has received too many requests and has asked us to try again later";
          case 503 -> "the server is currently unable to handle the request";
          default ->
              status >= 500
                  ? "an error on the server (\""
                      + text
                      + "\") has prevented the request from succeeding"
                  : "the server responded with the status code "
                      + status
                      + " but did not return more information";
        });
  }
}
