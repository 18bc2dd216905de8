package io.coxswain.api.protobuf;

import io.coxswain.api.GoFloat;
import io.coxswain.api.protobuf.MessageLayout.Slot;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Transcodes objects, lists and metadata from protobuf to the JSON that Go writes for them: fields
 * that JSON always has are added, zero values that it omits are left out. Builds no tree.
 *
 * <p>Fields that the catalogue does not know are skipped. A body that is not well formed, of a kind
 * without a message, or with a repeated field in several places, which Go never writes, is
 * rejected.
 */
public final class ProtobufToJson {
  /** No real object is that deep; deeper ones would exhaust the stack. */
  private static final int MAX_DEPTH = 200;

  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final String LIST = "List";
  private static final int ENVELOPE_EXTRA = 128;

  private final Wire wire;
  private final JsonOutput out;
  private final boolean managedFields;
  private int depth;

  private ProtobufToJson(Wire wire, JsonOutput out, boolean managedFields) {
    this.wire = wire;
    this.out = out;
    this.managedFields = managedFields;
  }

  /** The object as JSON. */
  public static byte[] object(byte[] body) throws ProtobufException {
    return object(body, true);
  }

  /** The object as JSON without {@code metadata.managedFields}, which caches do not keep. */
  public static byte[] withoutManagedFields(byte[] body) throws ProtobufException {
    return object(body, false);
  }

  private static byte[] object(byte[] body, boolean managedFields) throws ProtobufException {
    if (!ProtobufFormat.hasPrefix(body)) {
      throw ProtobufException.of("the body does not begin as a protobuf object");
    }
    var wire = new Wire(body, ProtobufFormat.prefixLength(), body.length);
    var out = new JsonOutput(body.length + body.length / 2 + ENVELOPE_EXTRA);
    new ProtobufToJson(wire, out, managedFields).envelope();
    return out.toBytes();
  }

  private void envelope() throws ProtobufException {
    String apiVersion = "";
    String kind = "";
    boolean found = false;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      switch ((int) (tag >>> 3)) {
        case 1 -> {
          expect(wireType, Wire.BYTES);
          int outer = wire.enter();
          while (!wire.atEnd()) {
            long inner = wire.tag();
            if (inner == (1 << 3 | Wire.BYTES)) {
              apiVersion = wire.text();
            } else if (inner == (2 << 3 | Wire.BYTES)) {
              kind = wire.text();
            } else {
              wire.skip((int) (inner & 7));
            }
          }
          wire.leave(outer);
        }
        case 2 -> {
          expect(wireType, Wire.BYTES);
          if (found) {
            throw repeated();
          }
          found = true;
          int outer = wire.enter();
          top(apiVersion, kind);
          wire.leave(outer);
        }
        default -> wire.skip(wireType);
      }
    }
    if (!found) {
      top(apiVersion, kind);
    }
  }

  private void top(String apiVersion, String kind) throws ProtobufException {
    out.put("{\"apiVersion\":");
    text(apiVersion);
    out.put(",\"kind\":");
    text(kind);
    MessageLayout layout = MessageLayout.ofKind(apiVersion, kind);
    if (layout != null) {
      fields(layout);
    } else {
      MessageLayout item =
          kind.endsWith(LIST)
              ? MessageLayout.ofKind(apiVersion, kind.substring(0, kind.length() - LIST.length()))
              : null;
      if (item == null) {
        throw ProtobufException.of(apiVersion + " " + kind + " has no message");
      }
      list(item);
    }
    out.put('}');
  }

  private void text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    out.text(bytes, 0, bytes.length);
  }

  private void list(MessageLayout item) throws ProtobufException {
    boolean items = false;
    boolean ended = false;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int number = (int) (tag >>> 3);
      if (number != 1 && number != 2) {
        wire.skip((int) (tag & 7));
        continue;
      }
      expect((int) (tag & 7), Wire.BYTES);
      if (number == 2 && !items) {
        out.put(",\"items\":[");
        items = true;
      } else if (number == 2) {
        if (ended) {
          throw repeated();
        }
        out.put(',');
      } else {
        if (items) {
          out.put(']');
          ended = true;
        }
        out.put(",\"metadata\":");
      }
      message(number == 1 ? MessageLayout.named("meta.v1.ListMeta") : item);
    }
    if (!items) {
      out.put(",\"items\":[]");
    } else if (!ended) {
      out.put(']');
    }
  }

  // ---- messages -------------------------------------------------------------------------------

  /** Writes the message that begins here as an object; returns whether that is empty. */
  private boolean message(MessageLayout layout) throws ProtobufException {
    int outer = wire.enter();
    out.put('{');
    int start = out.size();
    fields(layout);
    boolean empty = out.size() == start;
    out.put('}');
    wire.leave(outer);
    return empty;
  }

  private void fields(MessageLayout layout) throws ProtobufException {
    if (++depth > MAX_DEPTH) {
      throw ProtobufException.of("exceeded max depth");
    }
    long seen = 0;
    Slot open = null;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int wireType = (int) (tag & 7);
      Slot slot = layout.slot((int) (tag >>> 3));
      if (slot == null || (!managedFields && slot.managedFields)) {
        wire.skip(wireType);
        continue;
      }
      if (slot != open) {
        close(open);
        open = null;
        if ((seen & slot.bit) != 0) {
          throw repeated();
        }
        seen |= slot.bit;
        if (slot.inline) {
          expect(wireType, Wire.BYTES);
          int outer = wire.enter();
          fields(slot.message());
          wire.leave(outer);
          continue;
        }
        int before = out.size();
        out.separate();
        out.put(slot.name);
        if (slot.shape == ' ') {
          boolean zero = value(slot, wireType);
          if (zero && !slot.pointer && !slot.written) {
            out.truncate(before);
          }
          continue;
        }
        open = slot;
        out.put(slot.shape);
      }
      out.separate();
      if (slot.shape == '{') {
        entry(slot, wireType);
      } else {
        items(slot, wireType);
      }
    }
    close(open);
    complete(layout, seen);
    depth--;
  }

  private void close(@Nullable Slot open) {
    if (open != null) {
      out.put(open.shape == '[' ? ']' : '}');
    }
  }

  private void items(Slot slot, int wireType) throws ProtobufException {
    boolean packed = wireType == Wire.BYTES && "ilb".indexOf(slot.type) >= 0;
    if (!packed) {
      boolean _ = value(slot, wireType);
      return;
    }
    int outer = wire.enter();
    while (!wire.atEnd()) {
      out.separate();
      boolean _ = value(slot, Wire.VARINT);
    }
    wire.leave(outer);
  }

  private void entry(Slot slot, int wireType) throws ProtobufException {
    expect(wireType, Wire.BYTES);
    int outer = wire.enter();
    boolean key = false;
    boolean value = false;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      int inner = (int) (tag & 7);
      switch ((int) (tag >>> 3)) {
        case 1 -> {
          if (key || value) {
            throw repeated();
          }
          expect(inner, Wire.BYTES);
          key = true;
          string();
          out.put(':');
        }
        case 2 -> {
          if (value) {
            throw repeated();
          }
          if (!key) {
            key = true;
            out.put("\"\":");
          }
          value = true;
          boolean _ = value(slot, inner);
        }
        default -> wire.skip(inner);
      }
    }
    if (!value) {
      if (!key) {
        out.put("\"\":");
      }
      zero(slot);
    }
    wire.leave(outer);
  }

  // ---- missing fields -------------------------------------------------------------------------

  /** Adds the fields that JSON always has. */
  private void complete(MessageLayout layout, long seen) {
    for (Slot slot : layout.completed()) {
      if ((seen & slot.bit) != 0) {
        continue;
      }
      if (slot.inline) {
        complete(slot.message(), 0);
        continue;
      }
      out.separate();
      out.put(slot.name);
      if (slot.pointer || slot.shape != ' ') {
        out.put(NULL);
      } else {
        zero(slot);
      }
    }
  }

  private void zero(Slot slot) {
    switch (slot.type) {
      case 's' -> out.put("\"\"");
      case 'i', 'l', 'n', 'x' -> out.put('0');
      case 'b' -> out.put("false");
      case 'q' -> out.put("\"0\"");
      case MessageLayout.MESSAGE -> {
        out.put('{');
        complete(slot.message(), 0);
        out.put('}');
      }
      default -> out.put(NULL);
    }
  }

  // ---- values ---------------------------------------------------------------------------------

  /** Writes a value; returns whether it is zero, so that Go may omit it. */
  private boolean value(Slot slot, int wireType) throws ProtobufException {
    switch (slot.type) {
      case 'i', 'l', 'b' -> {
        expect(wireType, Wire.VARINT);
        long number = wire.varint();
        if (slot.type == 'b') {
          out.put(number == 0 ? "false" : "true");
        } else {
          out.number(slot.type == 'i' ? (int) number : number);
        }
        return number == 0;
      }
      case 'n' -> {
        expect(wireType, Wire.FIXED64);
        double number = wire.fixed64();
        if (Double.isNaN(number) || Double.isInfinite(number)) {
          throw ProtobufException.of("a number is not finite");
        }
        out.put(GoFloat.json(number));
        return number == 0;
      }
      default -> expect(wireType, Wire.BYTES);
    }
    return switch (slot.type) {
      case 's' -> string();
      case 'y' -> bytes();
      case 'q' -> quantity();
      case 'x' -> intOrString();
      case 't' -> time(false);
      case 'u' -> time(true);
      case 'r' -> raw();
      case 'v' -> strings();
      case 'A', 'C' -> schemaOrList(slot.type == 'C');
      case 'B' -> schemaOrBool();
      default -> message(slot.message());
    };
  }

  private boolean string() throws ProtobufException {
    int outer = wire.enter();
    out.text(wire.data(), wire.at(), wire.end());
    boolean empty = wire.at() == wire.end();
    wire.leave(outer);
    return empty;
  }

  private boolean bytes() throws ProtobufException {
    byte[] value = wire.bytes();
    out.put('"');
    out.put(Base64.getEncoder().encode(value));
    out.put('"');
    return value.length == 0;
  }

  private boolean quantity() throws ProtobufException {
    int outer = wire.enter();
    boolean empty = true;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      if (tag == (1 << 3 | Wire.BYTES) && empty) {
        int start = out.size();
        empty = string();
        if (empty) {
          out.truncate(start);
        }
      } else {
        wire.skip((int) (tag & 7));
      }
    }
    if (empty) {
      out.put("\"0\"");
    }
    wire.leave(outer);
    return false;
  }

  private boolean intOrString() throws ProtobufException {
    int outer = wire.enter();
    long type = 0;
    long number = 0;
    String text = "";
    while (!wire.atEnd()) {
      long tag = wire.tag();
      if (tag == (1 << 3 | Wire.VARINT)) {
        type = wire.varint();
      } else if (tag == (2 << 3 | Wire.VARINT)) {
        number = wire.varint();
      } else if (tag == (3 << 3 | Wire.BYTES)) {
        text = wire.text();
      } else {
        wire.skip((int) (tag & 7));
      }
    }
    if (type == 0) {
      int value = (int) number;
      out.number(value);
    } else {
      text(text);
    }
    wire.leave(outer);
    return false;
  }

  private boolean time(boolean micros) throws ProtobufException {
    int outer = wire.enter();
    boolean unset = wire.atEnd();
    long seconds = 0;
    long nanos = 0;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      if (tag == (1 << 3 | Wire.VARINT)) {
        seconds = wire.varint();
      } else if (tag == (2 << 3 | Wire.VARINT)) {
        nanos = wire.varint();
      } else {
        wire.skip((int) (tag & 7));
      }
    }
    if (nanos < 0 || nanos > 999_999_999) {
      throw ProtobufException.of("time out of range");
    }
    if (unset) {
      out.put(NULL);
    } else {
      out.time(seconds, micros ? (int) nanos : -1);
    }
    wire.leave(outer);
    return unset;
  }

  /** JSON within the message. */
  private boolean raw() throws ProtobufException {
    int outer = wire.enter();
    boolean empty = true;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      if (tag == (1 << 3 | Wire.BYTES) && empty) {
        int inner = wire.enter();
        empty = wire.atEnd();
        if (!empty && wire.data()[wire.at()] == 'k') {
          throw ProtobufException.of("a part of the object is not JSON");
        }
        out.put(wire.data(), wire.at(), wire.end());
        wire.leave(inner);
      } else {
        wire.skip((int) (tag & 7));
      }
    }
    if (empty) {
      out.put(NULL);
    }
    wire.leave(outer);
    return empty;
  }

  private boolean strings() throws ProtobufException {
    int outer = wire.enter();
    out.put('[');
    while (!wire.atEnd()) {
      long tag = wire.tag();
      if (tag == (1 << 3 | Wire.BYTES)) {
        out.separate();
        boolean _ = string();
      } else {
        wire.skip((int) (tag & 7));
      }
    }
    out.put(']');
    wire.leave(outer);
    return false;
  }

  /** A message with two fields of which one counts: a schema, or a list of schemas or strings. */
  private boolean schemaOrList(boolean ofStrings) throws ProtobufException {
    int outer = wire.enter();
    int start = out.size();
    boolean list = false;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      if (tag == (1 << 3 | Wire.BYTES) && !list) {
        out.truncate(start);
        boolean _ = message(schema());
      } else if (tag == (2 << 3 | Wire.BYTES)) {
        if (!list) {
          out.truncate(start);
          out.put('[');
          list = true;
        }
        out.separate();
        boolean _ = ofStrings ? string() : message(schema());
      } else {
        wire.skip((int) (tag & 7));
      }
    }
    if (list) {
      out.put(']');
    } else if (out.size() == start) {
      out.put(NULL);
    }
    wire.leave(outer);
    return false;
  }

  /** Likewise a boolean or a schema. */
  private boolean schemaOrBool() throws ProtobufException {
    int outer = wire.enter();
    int start = out.size();
    boolean allows = false;
    while (!wire.atEnd()) {
      long tag = wire.tag();
      if (tag == (1 << 3 | Wire.VARINT)) {
        allows = wire.varint() != 0;
      } else if (tag == (2 << 3 | Wire.BYTES)) {
        out.truncate(start);
        boolean _ = message(schema());
      } else {
        wire.skip((int) (tag & 7));
      }
    }
    if (out.size() == start) {
      out.put(allows ? "true" : "false");
    }
    wire.leave(outer);
    return false;
  }

  private static MessageLayout schema() {
    return MessageLayout.named("apiextensions.v1.JSONSchemaProps");
  }

  private static void expect(int found, int wanted) throws ProtobufException {
    if (found != wanted) {
      throw ProtobufException.of("proto: wrong wireType = " + found);
    }
  }

  private static ProtobufException repeated() {
    return ProtobufException.of("a field occurs in several places");
  }
}
