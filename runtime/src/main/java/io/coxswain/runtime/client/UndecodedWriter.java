package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.MergePatch;
import io.coxswain.runtime.cache.ResourceVersions;
import io.coxswain.runtime.client.PatchRequests.Precondition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The {@link DiscardingWriter} of a {@link CachedClient}. */
record UndecodedWriter(Kinds kinds, WriteRequests writer, PatchRequests patches)
    implements DiscardingWriter {

  @Override
  public String create(HasMetadata object) throws ApiException {
    return ResourceVersions.name(
        writer.create(kinds.of(object), WriteRequests.key(object), Json.bytes(object)));
  }

  @Override
  public void patch(HasMetadata object, Patch patch) throws ApiException {
    byte[] _ = writer.patch(kinds.of(object), WriteRequests.key(object), patch);
  }

  @Override
  public void patchMetadata(HasMetadata seen, Consumer<ObjectMeta> edit) throws ApiException {
    ObjectMeta edited = new ObjectMetaBuilder(seen.getMetadata()).build();
    edit.accept(edited);
    send(seen, "metadata", Json.tree(seen.getMetadata()), Json.tree(edited), "");
  }

  @Override
  public void patchStatus(HasMetadata seen, @Nullable Object was, Object is) throws ApiException {
    ObjectNode before = was == null ? Json.MAPPER.createObjectNode() : Json.tree(was);
    send(seen, "status", before, Json.tree(is), "status");
  }

  /** Sends the difference of one field of the object. */
  private void send(
      HasMetadata seen, String field, ObjectNode before, ObjectNode after, String subresource)
      throws ApiException {
    ObjectNode change = MergePatch.between(before, after);
    if (!change.isEmpty()) {
      ObjectNode patch = Json.MAPPER.createObjectNode();
      patch.set(field, change);
      byte[] _ = patches.send(seen, patch, subresource, Precondition.RESOURCE_VERSION);
    }
  }
}
