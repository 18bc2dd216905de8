package io.coxswain.slurm.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The envelope of every response of slurmrestd: the list of errors, which may be non-empty although
 * the HTTP status is a success.
 */
record Envelope(List<Fault> errors) {

  /** One of the errors. */
  record Fault(String text, OptionalLong number) {}

  /** Reads the fields of a response's content. */
  @FunctionalInterface
  interface Content {
    /** False when the field is not of interest; then nothing of it was read. */
    boolean read(String field, SlurmJson json) throws IOException;
  }

  /**
   * Reads a complete response.
   *
   * @throws IOException if it is not a complete JSON object
   */
  static Envelope read(InputStream body, Content content) throws IOException {
    try (JsonParser parser = SlurmJson.FACTORY.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("the response is not a JSON object");
      }
      var json = new SlurmJson(parser);
      var errors = new ArrayList<Fault>();
      json.object(
          name -> {
            if (name.equals("errors")) {
              json.list(() -> errors.add(fault(json)));
            } else if (!content.read(name, json)) {
              json.skip();
            }
          });
      if (parser.nextToken() != null) {
        throw new IOException("unexpected data after the end of the response");
      }
      return new Envelope(List.copyOf(errors));
    }
  }

  /** Versions differ in what they call its parts. */
  private static Fault fault(SlurmJson json) throws IOException {
    var parts =
        new Object() {
          String description = "";
          String error = "";
          OptionalLong number = OptionalLong.empty();
        };
    json.object(
        name -> {
          switch (name) {
            case "description" -> parts.description = json.text();
            case "error" -> parts.error = json.text();
            case "error_number", "errno" -> parts.number = json.number();
            default -> json.skip();
          }
        });
    String text =
        parts.description.isEmpty() || parts.description.equals(parts.error)
            ? parts.error
            : parts.error.isEmpty()
                ? parts.description
                : parts.description + " (" + parts.error + ")";
    return new Fault(text.isEmpty() ? "an error without a text" : text, parts.number);
  }
}
