package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Reads objects. Every returned object is a private copy. */
public interface Reader {

  /**
   * Reads an object from the cache; the first read of a kind starts its watch and waits until it
   * has synced.
   */
  <T extends HasMetadata> Optional<T> get(Class<T> type, ObjectKey key) throws ApiException;

  /** Lists objects from the cache, ordered by namespace and name. */
  <T extends HasMetadata> Listing<T> list(Class<T> type);

  /**
   * As {@link #get(Class, ObjectKey)} for a kind known only at run time; the result contains only
   * metadata.
   */
  Optional<GenericKubernetesResource> getMetadata(ResourceType type, ObjectKey key)
      throws ApiException;

  /**
   * As {@link #list(Class)} for a kind known only at run time; the results contain only metadata.
   */
  Listing<GenericKubernetesResource> listMetadata(ResourceType type);

  /** The same reader with reads that go to the server. */
  Reader live();

  /**
   * The server's response to a GET of the path, for resources that are not objects of a kind, such
   * as subresources, metrics and lists of resources.
   */
  ObjectNode fetch(String path, SortedMap<String, String> parameters) throws ApiException;

  /** The kinds that the server serves at present, with the verbs they support. */
  List<Served> discover() throws ApiException;

  /** A kind in the server's preferred version. */
  record Served(ResourceType type, List<String> verbs) {}
}
