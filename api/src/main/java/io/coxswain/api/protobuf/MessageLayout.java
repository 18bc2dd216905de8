package io.coxswain.api.protobuf;

import io.coxswain.api.catalogue.TypeCatalogue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A message in the form that the transcoder reads: its fields by number. Immutable and thread-safe;
 * derived from {@link Messages} when it is first needed.
 */
final class MessageLayout {
  /** The type of a slot that holds a message of several fields. */
  static final char MESSAGE = 'M';

  private static final String STATUS = "meta.v1.Status";

  /** Kinds that are sent under any version. */
  private static final Map<String, String> COMMON =
      Map.of("Status", STATUS, "PartialObjectMetadata", "meta.v1.PartialObjectMetadata");

  private static final Map<String, MessageLayout> LAYOUTS = new ConcurrentHashMap<>();

  private final @Nullable Slot[] byNumber;
  private final Slot[] completed;

  private MessageLayout(Messages.Message message) {
    int highest = message.descending().isEmpty() ? 0 : message.descending().getFirst().number();
    byNumber = new @Nullable Slot[highest + 1];
    var later = new ArrayList<Slot>();
    int bit = 0;
    for (Messages.NumberedField numbered : message.descending().reversed()) {
      if (bit == Long.SIZE) {
        throw new IllegalStateException("a message has more than 64 fields");
      }
      var slot = new Slot(numbered.number(), numbered.field(), 1L << bit++);
      byNumber[slot.number] = slot;
      if (slot.written || (slot.inline && !slot.pointer)) {
        later.add(slot);
      }
    }
    completed = later.toArray(Slot[]::new);
  }

  /** The layout of a kind; null if it has no message. */
  static @Nullable MessageLayout ofKind(String apiVersion, String kind) {
    @Nullable String common = COMMON.get(kind);
    @Nullable String type =
        common != null ? common : TypeCatalogue.kinds().get(apiVersion + " " + kind);
    return type == null || Messages.find(type) == null ? null : named(type);
  }

  static MessageLayout named(String type) {
    MessageLayout known = LAYOUTS.get(type);
    if (known != null) {
      return known;
    }
    var layout = new MessageLayout(Messages.named(type));
    MessageLayout earlier = LAYOUTS.putIfAbsent(type, layout);
    return earlier == null ? layout : earlier;
  }

  /** The field of a number; null if the message has none. */
  @Nullable Slot slot(int number) {
    return number < byNumber.length ? byNumber[number] : null;
  }

  /** The fields that JSON has although they may be missing in the message. */
  Slot[] completed() {
    return completed;
  }

  /** A field. */
  static final class Slot {
    final int number;
    final boolean pointer;
    final boolean written;
    final boolean inline;

    /** {@code [} for a list, <code>{</code> for a map, blank for one value. */
    final char shape;

    /** The letter of {@link Messages} or {@link #MESSAGE}. */
    final char type;

    /** Identifies the field in a set of fields of the message. */
    final long bit;

    /** The name in quotes, and a colon. */
    final byte[] name;

    /** Whether it is the managedFields of metadata. */
    final boolean managedFields;

    private final String messageName;
    private volatile @Nullable MessageLayout message;

    private Slot(int number, Messages.Field field, long bit) {
      this.number = number;
      this.pointer = field.pointer();
      this.written = field.written();
      this.inline = field.inline();
      this.shape = field.shape();
      this.type = field.type().length() == 1 ? field.type().charAt(0) : MESSAGE;
      this.bit = bit;
      this.name = ('"' + field.json() + "\":").getBytes(StandardCharsets.UTF_8);
      this.managedFields = field.type().equals("meta.v1.ManagedFieldsEntry");
      this.messageName = field.type();
    }

    /** The layout of the message that the field holds. */
    MessageLayout message() {
      MessageLayout found = message;
      if (found == null) {
        found = named(messageName);
        message = found;
      }
      return found;
    }
  }
}
