package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes whose responses are not decoded, for callers that do not need the stored object. Costs
 * less than {@link Writer} and {@link StatusWriter}: an edit compares only the part of the object
 * that it may change.
 */
public interface DiscardingWriter {

  /**
   * As {@link Writer#create}.
   *
   * @return the name of the created object, which the server may have generated
   */
  String create(HasMetadata object) throws ApiException;

  /** As {@link Writer#patch(HasMetadata, Patch)}. */
  void patch(HasMetadata object, Patch patch) throws ApiException;

  /** As {@link Writer#patch(HasMetadata, Consumer)}, for an edit of the metadata only. */
  void patchMetadata(HasMetadata seen, Consumer<ObjectMeta> edit) throws ApiException;

  /**
   * As {@link StatusWriter#patchStatus}, for a computed status.
   *
   * @param was the status of the object as read; null if it has none
   * @param is the desired status
   */
  void patchStatus(HasMetadata seen, @Nullable Object was, Object is) throws ApiException;
}
