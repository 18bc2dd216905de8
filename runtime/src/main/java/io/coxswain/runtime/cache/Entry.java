package io.coxswain.runtime.cache;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.compression.Body;
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

/** A cached object: the header that lookups need, and the complete JSON without managedFields. */
public final class Entry {
  private static final Logger log = LoggerFactory.getLogger(Entry.class);
  private static final ClassValue<ObjectReader> READERS =
      new ClassValue<>() {
        @Override
        protected ObjectReader computeValue(Class<?> type) {
          return Json.MAPPER.readerFor(type);
        }
      };

  /** managedFields are never read, and often make up more than half of the object. */
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

  /** The index buckets that contain the entry; used only by the store. */
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

  /** A decoded object that all readers share, with its hash at the time of decoding. */
  private record Shared(HasMetadata object, int hash) {}

  /** The outline of the object for bulk readers, and the identity of the outline. */
  private record Outlined(Object by, HasMetadata object) {}

  /** The controlling owner of the object. */
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

  /** The resourceVersion; {@link ResourceVersions#UNKNOWN} if it is not a number. */
  public long version() {
    return version;
  }

  /** Whether the object has a deletionTimestamp. */
  public boolean deleting() {
    return deleting;
  }

  /** For lookups; the iteration order is arbitrary. */
  public Map<String, String> labels() {
    return labels;
  }

  public @Nullable Controller controller() {
    return controller;
  }

  /** Shares the decoded object between readers while it is in the cache of decoded objects. */
  void shareIn(@Nullable DecodedObjectCache objects) {
    recent = objects;
  }

  void forget() {
    shared = null;
  }

  /**
   * The decoded object: a private copy, unless the cache shares objects. Empty, and logged once, if
   * the object cannot be decoded as this type.
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

  /** Many readers request a changed object concurrently: one decodes it, the others wait. */
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
        log.atError()
            .addKeyValue("type", as.getSimpleName())
            .addKeyValue("object", key)
            .setCause(e)
            .log("Skipping object that cannot be decoded");
      }
      return Optional.empty();
    }
  }

  /**
   * An outline of the object, computed once and shared by all readers with the same outline.
   *
   * @param by identifies the outline, by identity
   */
  @SuppressWarnings("ReferenceEquality") // outlines are compared by identity
  public <T extends HasMetadata> Optional<T> outline(Object by, Supplier<Optional<T>> draw) {
    Outlined current = outlined;
    if (current != null && current.by == by) {
      @SuppressWarnings("unchecked") // the outline determines the type
      T object = (T) current.object;
      return Optional.of(object);
    }
    Optional<T> drawn = draw.get();
    drawn.ifPresent(object -> outlined = new Outlined(by, object));
    return drawn;
  }

  /** The complete cached object, including fields that no class declares. */
  public ObjectNode tree() {
    return Json.tree(body.bytes());
  }

  /** The metadata only, as a private copy. */
  public GenericKubernetesResource metadata(ResourceType type) {
    return metadata(type, body.bytes());
  }

  /** The metadata of an object, without managedFields; the object must have metadata. */
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
      throw new IOException("object has no metadata");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The object, decoded once and shared by all readers of this class.
   *
   * @param detect whether to fail if a reader has modified it
   */
  <T extends HasMetadata> Optional<T> decodeShared(Class<T> as, boolean detect) {
    Shared current = shared;
    if (current == null || !as.isInstance(current.object)) {
      Optional<T> decoded = read(as);
      decoded.ifPresent(object -> shared = new Shared(object, detect ? hash(object) : 0));
      return decoded;
    }
    if (detect && hash(current.object) != current.hash) {
      throw new IllegalStateException(
          as.getSimpleName() + " " + key + " was modified by a reader of the cache");
    }
    return Optional.of(as.cast(current.object));
  }

  private static int hash(HasMetadata object) {
    return java.util.Arrays.hashCode(Json.bytes(object));
  }

  /** The size of the cached bytes. */
  int size() {
    return body.size();
  }

  byte[] json() {
    return body.bytes();
  }

  Body body() {
    return body;
  }

  /** Replaces the representation of the same bytes. */
  void keepAs(Body other) {
    body = other;
  }
}
