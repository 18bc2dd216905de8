package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.MergePatch;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.Entry;
import io.coxswain.runtime.cache.KindCache;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.cache.Query;
import io.coxswain.runtime.cache.ResourceVersions;
import io.coxswain.runtime.client.PatchRequests.Precondition;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The client of a manager: reads from its cache unless live, writes through {@link WriteRequests}.
 */
public final class CachedClient implements Client {
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata%s;g=meta.k8s.io;v=v1,application/json";

  /**
   * How long the first read of a kind waits for its cache; the same as for the watches of a
   * controller.
   */
  private static final Duration SYNC_TIMEOUT = Duration.ofMinutes(2);

  private final Rest rest;
  private final Cache cache;
  private final Kinds kinds;
  private final WriteRequests writer;
  private final ApplyCache applied;
  private final SortedSet<ResourceType> liveKinds;
  private final boolean live;
  private final Permissions permissions;
  private final ObjectFetcher fetcher;
  private final PatchRequests patches;

  public CachedClient(Rest rest, Cache cache) {
    this(rest, cache, Collections.emptySortedSet());
  }

  /**
   * @param liveKinds kinds that are always read from the server
   */
  public CachedClient(Rest rest, Cache cache, SortedSet<ResourceType> liveKinds) {
    this(
        rest,
        cache,
        new Kinds(rest),
        WriteRequests.to(rest),
        new ApplyCache(),
        liveKinds,
        false,
        new Permissions());
  }

  private CachedClient(
      Rest rest,
      Cache cache,
      Kinds kinds,
      WriteRequests writer,
      ApplyCache applied,
      SortedSet<ResourceType> liveKinds,
      boolean live,
      Permissions permissions) {
    this.rest = rest;
    this.cache = cache;
    this.kinds = kinds;
    this.writer = writer;
    this.applied = applied;
    this.liveKinds = liveKinds;
    this.live = live;
    this.permissions = permissions;
    this.fetcher = new ObjectFetcher(rest, permissions);
    this.patches = new PatchRequests(cache, kinds, writer, permissions, fetcher);
  }

  private boolean isLive(ResourceType type) {
    return live || liveKinds.contains(type);
  }

  @Override
  public Client live() {
    return new CachedClient(rest, cache, kinds, writer, applied, liveKinds, true, permissions);
  }

  @Override
  public Client fieldOwner(String manager) {
    return writingBy(writer.ownedBy(manager));
  }

  @Override
  public Client dryRun() {
    return writingBy(writer.dryRun());
  }

  @Override
  public Client fieldValidation(FieldValidation how) {
    String value = how.name().charAt(0) + how.name().substring(1).toLowerCase(Locale.ROOT);
    return writingBy(writer.validating(value));
  }

  @Override
  public Client untracked() {
    return writingBy(writer.untracked());
  }

  @Override
  public DiscardingWriter discardingResponses() {
    return new UndecodedWriter(kinds, writer, patches);
  }

  private Client writingBy(WriteRequests other) {
    return new CachedClient(rest, cache, kinds, other, applied, liveKinds, live, permissions);
  }

  @Override
  public Client limited(double perSecond, int burst) {
    Rest slower = rest.limited(perSecond, burst);
    return new CachedClient(
        slower, cache, kinds, writer.through(slower), applied, liveKinds, live, permissions);
  }

  // ---- reading --------------------------------------------------------------------------------

  @Override
  public <T extends HasMetadata> Optional<T> get(Class<T> type, ObjectKey key) throws ApiException {
    ResourceType resource = ResourceType.of(type);
    if (isLive(resource)) {
      return fetcher.fetch(resource, key, ObjectFetcher.JSON).map(json -> Json.read(json, type));
    }
    KindCache kind = synced(resource, Projection.FULL);
    Entry entry = kind.get(ObjectFetcher.scoped(resource, key));
    return entry == null ? Optional.empty() : kind.decode(entry, type);
  }

  @Override
  public <T extends HasMetadata> Listing<T> list(Class<T> type) {
    ResourceType resource = ResourceType.of(type);
    if (isLive(resource)) {
      return live(resource, ObjectFetcher.JSON, tree -> Json.convert(tree, type));
    }
    return new CachedListing<>(
        () -> synced(resource, Projection.FULL),
        (kind, entry) -> kind.decode(entry, type),
        Query.all());
  }

  @Override
  public Optional<GenericKubernetesResource> getMetadata(ResourceType type, ObjectKey key)
      throws ApiException {
    kinds.learn(type);
    if (isLive(type)) {
      return fetcher
          .fetch(type, key, METADATA.formatted(""))
          .map(json -> Entry.metadata(type, json));
    }
    Entry entry = synced(type, Projection.METADATA).get(ObjectFetcher.scoped(type, key));
    return entry == null ? Optional.empty() : Optional.of(entry.metadata(type));
  }

  @Override
  public Listing<GenericKubernetesResource> listMetadata(ResourceType type) {
    kinds.learn(type);
    if (isLive(type)) {
      return live(type, METADATA.formatted("List"), tree -> metadata(type, tree));
    }
    return new CachedListing<>(
        () -> synced(type, Projection.METADATA),
        (kind, entry) -> Optional.of(entry.metadata(type)),
        Query.all());
  }

  private <T extends HasMetadata> Listing<T> live(
      ResourceType type, String accept, Function<JsonNode, T> decode) {
    return new LiveListing<>(rest, type, accept, decode, "", LabelSelector.everything(), null);
  }

  private KindCache synced(ResourceType type, Projection needed) throws ApiException {
    return cache.synced(type, needed, SYNC_TIMEOUT);
  }

  private static GenericKubernetesResource metadata(ResourceType type, JsonNode tree) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(type.apiVersion());
    object.setKind(type.kind());
    object.setMetadata(Json.convert(tree.path("metadata"), ObjectMeta.class));
    return object;
  }

  // ---- writing --------------------------------------------------------------------------------

  @Override
  public <T extends HasMetadata> T create(T object) throws ApiException {
    return decode(
        object, writer.create(kinds.of(object), WriteRequests.key(object), Json.bytes(object)));
  }

  @Override
  public <T extends HasMetadata> T update(T object) throws ApiException {
    return decode(
        object, writer.update(kinds.of(object), WriteRequests.key(object), "", Json.bytes(object)));
  }

  @Override
  public <T extends HasMetadata> T updateStatus(T object) throws ApiException {
    return decode(
        object,
        writer.update(kinds.of(object), WriteRequests.key(object), "status", Json.bytes(object)));
  }

  @Override
  public <T extends HasMetadata> T apply(T desired) throws ApiException {
    return applyTo(desired, "");
  }

  @Override
  public <T extends HasMetadata> T applyStatus(T desired) throws ApiException {
    return applyTo(desired, "status");
  }

  private <T extends HasMetadata> T applyTo(T desired, String subresource) throws ApiException {
    ObjectNode tree = Json.tree(desired);
    if (tree.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    ResourceType type = kinds.of(desired);
    byte[] body = Json.bytes(tree);
    var request =
        new ApplyCache.Request(type, WriteRequests.key(desired), subresource, writer.owner());
    Optional<T> unchanged = unchanged(request, body, desired);
    if (unchanged.isPresent()) {
      return unchanged.get();
    }
    byte[] answer = writer.apply(type, WriteRequests.key(desired), subresource, body);
    if (!writer.isDryRun()) {
      applied.remember(request, body, ResourceVersions.of(answer));
    }
    return decode(desired, answer);
  }

  /** The cached object, if it is still the result of the same apply. */
  @SuppressWarnings("unchecked") // decoded as the class of the object sent
  private <T extends HasMetadata> Optional<T> unchanged(
      ApplyCache.Request request, byte[] body, T desired) {
    Optional<KindCache> kind = live ? Optional.empty() : cache.find(request.type());
    if (kind.isEmpty() || !kind.get().isFull()) {
      return Optional.empty();
    }
    Entry entry = kind.get().peek(ObjectFetcher.scoped(request.type(), request.key()));
    return entry == null || !applied.isAt(request, body, entry.version())
        ? Optional.empty()
        : entry.decode((Class<T>) desired.getClass());
  }

  @Override
  public <T extends HasMetadata, B> B updateSubresource(T parent, String subresource, B body)
      throws ApiException {
    byte[] answer =
        writer.update(kinds.of(parent), WriteRequests.key(parent), subresource, Json.bytes(body));
    @SuppressWarnings("unchecked") // the response has the class of the body sent
    B updated = (B) Json.read(answer, body.getClass());
    return updated;
  }

  @Override
  public <T extends HasMetadata> T patch(T seen, Consumer<T> edit) throws ApiException {
    return patch(seen, edit, "", Precondition.RESOURCE_VERSION);
  }

  @Override
  public <T extends HasMetadata> T patchStatus(T seen, Consumer<T> edit) throws ApiException {
    return patch(seen, edit, "status", Precondition.RESOURCE_VERSION);
  }

  @Override
  public <T extends HasMetadata> T patchUnlocked(T seen, Consumer<T> edit) throws ApiException {
    return patch(seen, edit, "", Precondition.UID);
  }

  private <T extends HasMetadata> T patch(
      T seen, Consumer<T> edit, String subresource, Precondition precondition) throws ApiException {
    ObjectNode before = Json.tree(seen);
    T edited = convert(before, seen);
    edit.accept(edited);
    ObjectNode patch = MergePatch.between(before, Json.tree(edited));
    return patch.isEmpty()
        ? seen
        : decode(seen, patches.send(seen, patch, subresource, precondition));
  }

  @Override
  public <T extends HasMetadata> T patch(T object, Patch patch) throws ApiException {
    return decode(object, writer.patch(kinds.of(object), WriteRequests.key(object), patch));
  }

  @Override
  public void delete(HasMetadata seen, Deletion how) throws ApiException {
    writer.delete(kinds.of(seen), WriteRequests.key(seen), seen.getMetadata(), how);
  }

  @Override
  public <T extends HasMetadata> void deleteAll(
      Class<T> type, String namespace, LabelSelector selector, Deletion how) throws ApiException {
    ResourceType resource = ResourceType.of(type);
    if (resource.namespaced() == namespace.isEmpty()) {
      throw new IllegalArgumentException(
          resource.namespaced()
              ? "cannot delete all " + resource.plural() + " of all namespaces at once: name one"
              : resource.plural() + " are in no namespace, not in \"" + namespace + "\"");
    }
    writer.deleteAll(resource, namespace, selector, how);
  }

  @Override
  public void createSubresource(HasMetadata parent, String subresource, Object body)
      throws ApiException {
    writer.createSubresource(
        kinds.of(parent), WriteRequests.key(parent), subresource, Json.bytes(body));
  }

  @Override
  public ObjectNode fetch(String path, SortedMap<String, String> parameters) throws ApiException {
    ApiRequest request = ApiRequest.get(path).header("accept", ObjectFetcher.JSON);
    for (var parameter : parameters.entrySet()) {
      request = request.with(parameter.getKey(), parameter.getValue());
    }
    return Json.tree(rest.call(request).body());
  }

  @Override
  public List<Served> discover() throws ApiException {
    List<Served> served = kinds.discovery().preferred();
    served.forEach(s -> kinds.learn(s.type()));
    return served;
  }

  @SuppressWarnings("unchecked") // the tree was created from an object of that class
  private static <T extends HasMetadata> T convert(ObjectNode tree, T like) {
    return (T) Json.convert(tree, like.getClass());
  }

  @SuppressWarnings("unchecked") // the response has the class of the object sent
  private static <T extends HasMetadata> T decode(T like, byte[] answer) {
    return (T) Json.read(answer, like.getClass());
  }
}
