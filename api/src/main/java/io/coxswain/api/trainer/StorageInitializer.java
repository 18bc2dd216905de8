package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The source of a dataset or model. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class StorageInitializer {
  /** If absent, the runtime's value is kept; an empty one overrides it. */
  @Length(max = 2048)
  @CrdRule(
      value = "self == '' || self.matches('^[A-Za-z][A-Za-z0-9+.-]*://.+$')",
      message = "storageUri may be empty, or it must be a valid URI (scheme://...)")
  private @Nullable String storageUri;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType(value = "map", keys = "name")
  @Size(max = 128)
  private List<EnvVar> env = new ArrayList<>();

  /** A Secret whose entries become environment variables. */
  private @Nullable LocalObjectReference secretRef;

  public @Nullable String getStorageUri() {
    return storageUri;
  }

  public void setStorageUri(@Nullable String storageUri) {
    this.storageUri = storageUri;
  }

  public List<EnvVar> getEnv() {
    return env;
  }

  public void setEnv(List<EnvVar> env) {
    this.env = env;
  }

  public @Nullable LocalObjectReference getSecretRef() {
    return secretRef;
  }

  public void setSecretRef(@Nullable LocalObjectReference secretRef) {
    this.secretRef = secretRef;
  }
}
