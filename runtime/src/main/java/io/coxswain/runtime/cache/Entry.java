package io.coxswain.runtime.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectReader;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
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

  private final ObjectKey key;
  private final String uid;
  private final long version;
  private final boolean deleting;
  private final Map<String, String> labels;
  private final @Nullable Controller controller;
  private final byte[] json;
  private boolean reported;

  Entry(
      ObjectKey key,
      String uid,
      long version,
      boolean deleting,
      Map<String, String> labels,
      @Nullable Controller controller,
      byte[] json) {
    this.key = key;
    this.uid = uid;
    this.version = version;
    this.deleting = deleting;
    this.labels = labels;
    this.controller = controller;
    this.json = json;
  }

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

  /** The resourceVersion; {@link Versions#UNKNOWN} when it is no number. */
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

  /**
   * The object, as a copy of the caller's own. Empty, and logged once, when the type cannot hold
   * it.
   */
  public <T extends HasMetadata> Optional<T> decode(Class<T> as) {
    try {
      T object = READERS.get(as).readValue(json);
      return Optional.of(object);
    } catch (IOException e) {
      if (!reported) {
        reported = true;
        log.error("{} {} cannot be decoded and is left out", as.getSimpleName(), key, e);
      }
      return Optional.empty();
    }
  }

  /** The metadata alone, as a copy of the caller's own. */
  public GenericKubernetesResource metadata(ResourceType type) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(type.apiVersion());
    object.setKind(type.kind());
    object.setMetadata(readMetadata());
    return object;
  }

  private ObjectMeta readMetadata() {
    try (JsonParser parser = Json.MAPPER.getFactory().createParser(json)) {
      parser.nextToken();
      while (!"metadata".equals(parser.nextFieldName())) {
        parser.nextToken();
        parser.skipChildren();
      }
      parser.nextToken();
      return Json.MAPPER.readValue(parser, ObjectMeta.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it was read when it came
    }
  }

  byte[] json() {
    return json;
  }
}
