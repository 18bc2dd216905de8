package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.Consumer;

/** Writes the status of objects. */
public interface StatusWriter {

  /** Replaces the status of the object. */
  <T extends HasMetadata> T updateStatus(T object) throws ApiException;

  /** Forced server-side apply to the status. */
  <T extends HasMetadata> T applyStatus(T desired) throws ApiException;

  /** As {@link Writer#patch(HasMetadata, Consumer)}, to the status. */
  <T extends HasMetadata> T patchStatus(T seen, Consumer<T> edit) throws ApiException;
}
