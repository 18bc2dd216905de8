package io.coxswain.runtime.cache;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.fold.Body;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One object as the cache keeps it: what lookups need, and the whole as JSON without managedFields.
 */
public final class Entry {
  private static final Logger log = LoggerFactory.getLogger(Entry.class);
  private static final ClassValue<ObjectReader> READERS =
      new ClassValue<>() {
        @Override
        protected ObjectReader computeValue(Class<?> type) {
          return Json.MAPPER.readerFor(type);
        }
      };

  /** Nobody reads managedFields, which are often the larger half. */
  private static final ObjectReader METADATA =
      Json.MAPPER
          .copy()
          .addMixIn(ObjectMeta.class, WithoutManagedFields.class)
          .readerFor(ObjectMeta.class);

  @JsonIgnoreProperties("managedFields")
  private interface WithoutManagedFields {}

  private static final Index.Bucket[] NOWHERE = {};

  private final ObjectKey key;
  private final String uid;
  private final long version;
  private final boolean deleting;
  private final Map<String, String> labels;
  private final @Nullable Controller controller;
  private volatile Body body;
  private boolean reported;
  private volatile @Nullable Shared shared;
  private @Nullable DecodedObjectCache recent;
  private volatile @Nullable Outlined outlined;

  /** Where the store's indexes have it; the store's alone. */
  Index.Bucket[] places = NOWHERE;

  Entry(
      ObjectKey key,
      String uid,
      long version,
      boolean deleting,
      Map<String, String> labels,
      @Nullable Controller controller,
      Body body) {
    this.key = key;
    this.uid = uid;
    this.version = version;
    this.deleting = deleting;
    this.labels = labels;
    this.controller = controller;
    this.body = body;
  }

  /** A decoded object that all readers share, with what it was like when it was decoded. */
  private record Shared(HasMetadata object, int hash) {}

  /** The part of the object that readers of many look at, and who says which it is. */
  private record Outlined(Object by, HasMetadata object) {}

  /** The owner that controls the object. */
  public record Controller(String apiVersion, String kind, String name, String uid) {
    /** The API group; empty for the core group. */
    public String group() {
      int slash = apiVersion.indexOf('/');
      return slash < 0 ? "" : apiVersion.substring(0, slash);
    }
  }

  public ObjectKey key() {
    return key;
  }

  public String uid() {
    return uid;
  }

  /** The resourceVersion; {@link ResourceVersions#UNKNOWN} when it is no number. */
  public long version() {
    return version;
  }

  /** Whether the object has a deletionTimestamp. */
  public boolean deleting() {
    return deleting;
  }

  /** For looking up, not for iterating: the order is arbitrary. */
  public Map<String, String> labels() {
    return labels;
  }

  public @Nullable Controller controller() {
    return controller;
  }

  /** From now on the object is shared by its readers while it is among the recent ones. */
  void shareIn(@Nullable DecodedObjectCache objects) {
    recent = objects;
  }

  void forget() {
    shared = null;
  }

  /**
   * The object, as a copy of the caller's own unless the cache shares objects. Empty, and logged
   * once, when the type cannot hold it.
   */
  public <T extends HasMetadata> Optional<T> decode(Class<T> as) {
    DecodedObjectCache objects = recent;
    if (objects == null) {
      return read(as);
    }
    if (shared == null) {
      shareOnce(as, objects);
    }
    return decodeShared(as, objects.detectChanges());
  }

  /** Many ask at once, each time that an object changes: one decodes it, the others wait. */
  private synchronized void shareOnce(Class<? extends HasMetadata> as, DecodedObjectCache objects) {
    if (shared == null && decodeShared(as, objects.detectChanges()).isPresent()) {
      objects.add(this);
    }
  }

  private <T extends HasMetadata> Optional<T> read(Class<T> as) {
    try {
      T object = READERS.get(as).readValue(body.bytes());
      return Optional.of(object);
    } catch (IOException e) {
      if (!reported) {
        reported = true;
        log.error("{} {} cannot be decoded and is left out", as.getSimpleName(), key, e);
      }
      return Optional.empty();
    }
  }

  /**
   * A part of the object, worked out once and shared by all who ask for the same.
   *
   * @param by tells by its identity which part it is
   */
  @SuppressWarnings("ReferenceEquality") // its identity is what says which part it is
  public <T extends HasMetadata> Optional<T> outline(Object by, Supplier<Optional<T>> draw) {
    Outlined known = outlined;
    if (known != null && known.by == by) {
      @SuppressWarnings("unchecked") // who says which part it is also says of which type
      T object = (T) known.object;
      return Optional.of(object);
    }
    Optional<T> drawn = draw.get();
    drawn.ifPresent(object -> outlined = new Outlined(by, object));
    return drawn;
  }

  /** All that is kept, also what no class knows. */
  public ObjectNode tree() {
    return Json.tree(body.bytes());
  }

  /** The metadata alone, as a copy of the caller's own. */
  public GenericKubernetesResource metadata(ResourceType type) {
    return metadata(type, body.bytes());
  }

  /** The metadata of an object, which must have some, without managedFields. */
  public static GenericKubernetesResource metadata(ResourceType type, byte[] json) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(type.apiVersion());
    object.setKind(type.kind());
    object.setMetadata(metadataOf(json));
    return object;
  }

  private static ObjectMeta metadataOf(byte[] json) {
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals("metadata");
        parser.nextToken();
        if (found) {
          return METADATA.readValue(parser);
        }
        parser.skipChildren();
      }
      throw new IOException("an object without metadata");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The object, decoded once and shared by all who read it as this class.
   *
   * @param detect fails when somebody has changed it
   */
  <T extends HasMetadata> Optional<T> decodeShared(Class<T> as, boolean detect) {
    Shared known = shared;
    if (known == null || !as.isInstance(known.object)) {
      Optional<T> decoded = read(as);
      decoded.ifPresent(object -> shared = new Shared(object, detect ? hash(object) : 0));
      return decoded;
    }
    if (detect && hash(known.object) != known.hash) {
      throw new IllegalStateException(
          as.getSimpleName() + " " + key + " was changed by somebody who read it from the cache");
    }
    return Optional.of(as.cast(known.object));
  }

  private static int hash(HasMetadata object) {
    return java.util.Arrays.hashCode(Json.bytes(object));
  }

  /** How many bytes of it are kept. */
  int size() {
    return body.size();
  }

  byte[] json() {
    return body.bytes();
  }

  Body body() {
    return body;
  }

  /** Keeps the same bytes in another form. */
  void keepAs(Body other) {
    body = other;
  }
}
