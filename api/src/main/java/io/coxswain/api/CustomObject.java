package io.coxswain.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object of one of our own kinds. Corresponds to fabric8's {@code CustomResource} without
 * depending on its client: works wherever a {@link HasMetadata} does.
 *
 * @param <S> the type of the spec
 * @param <T> the type of the status; {@link Void} for a kind without one
 */
// Deserialized as the requested class; fabric8 would look the kind up among its own.
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public abstract class CustomObject<S, T> implements HasMetadata {
  private String apiVersion;
  private String kind;
  private ObjectMeta metadata = new ObjectMeta();
  private S spec;
  private @Nullable T status;

  /** Creates an object with the given spec and the apiVersion and kind of its class. */
  protected CustomObject(S spec) {
    ResourceType type = ResourceType.of(getClass());
    this.apiVersion = type.apiVersion();
    this.kind = type.kind();
    this.spec = spec;
  }

  @Override
  public String getApiVersion() {
    return apiVersion;
  }

  @Override
  public void setApiVersion(String apiVersion) {
    this.apiVersion = apiVersion;
  }

  @Override
  public String getKind() {
    return kind;
  }

  public void setKind(String kind) {
    this.kind = kind;
  }

  @Override
  public ObjectMeta getMetadata() {
    return metadata;
  }

  @Override
  public void setMetadata(ObjectMeta metadata) {
    this.metadata = metadata;
  }

  public S getSpec() {
    return spec;
  }

  public void setSpec(S spec) {
    this.spec = spec;
  }

  public @Nullable T getStatus() {
    return status;
  }

  public void setStatus(@Nullable T status) {
    this.status = status;
  }

  @Override
  public String toString() {
    return kind + " " + ObjectKey.of(this);
  }
}
