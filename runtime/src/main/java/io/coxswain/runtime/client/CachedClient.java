package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.Entry;
import io.coxswain.runtime.cache.KindCache;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.cache.Query;
import io.coxswain.runtime.cache.ResourceVersions;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The client of a manager: reads from its cache unless live, writes through {@link Writer}. */
public final class CachedClient implements Client {
  private static final String JSON = "application/json";
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata%s;g=meta.k8s.io;v=v1,application/json";

  /** How long a first read of a kind waits for its cache, as a controller waits for its watches. */
  private static final Duration SYNC_TIMEOUT = Duration.ofMinutes(2);

  private final Rest rest;
  private final Cache cache;
  private final Kinds kinds;
  private final Writer writer;
  private final ApplyCache applied;
  private final SortedSet<ResourceType> liveKinds;
  private final boolean live;
  private final Permissions permissions;

  public CachedClient(Rest rest, Cache cache) {
    this(rest, cache, Collections.emptySortedSet());
  }

  /**
   * @param liveKinds read from the server, always
   */
  public CachedClient(Rest rest, Cache cache, SortedSet<ResourceType> liveKinds) {
    this(
        rest,
        cache,
        new Kinds(rest),
        Writer.to(rest),
        new ApplyCache(),
        liveKinds,
        false,
        new Permissions());
  }

  private CachedClient(
      Rest rest,
      Cache cache,
      Kinds kinds,
      Writer writer,
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

  private Client writingBy(Writer other) {
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
      return fetch(resource, key, JSON).map(json -> Json.read(json, type));
    }
    KindCache kind = synced(resource, Projection.FULL);
    Entry entry = kind.get(scoped(resource, key));
    return entry == null ? Optional.empty() : kind.decode(entry, type);
  }

  @Override
  public <T extends HasMetadata> Listing<T> list(Class<T> type) {
    ResourceType resource = ResourceType.of(type);
    if (isLive(resource)) {
      return live(resource, JSON, tree -> Json.convert(tree, type));
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
      return fetch(type, key, METADATA.formatted("")).map(json -> Entry.metadata(type, json));
    }
    Entry entry = synced(type, Projection.METADATA).get(scoped(type, key));
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
      ResourceType type, String accept, java.util.function.Function<JsonNode, T> decode) {
    return new LiveListing<>(rest, type, accept, decode, "", LabelSelector.everything(), null);
  }

  private KindCache synced(ResourceType type, Projection needed) throws ApiException {
    return cache.synced(type, needed, SYNC_TIMEOUT);
  }

  private Optional<byte[]> fetch(ResourceType type, ObjectKey key, String accept)
      throws ApiException {
    if (permissions.mayGet(type)) {
      try {
        ApiRequest request = ApiRequest.get(type.path(scoped(type, key))).header("accept", accept);
        return Optional.of(rest.call(request).body());
      } catch (ApiException.NotFound e) {
        return Optional.empty();
      } catch (ApiException.Forbidden e) {
        if (!Permissions.isForGetting(e)) {
          throw e;
        }
      }
    }
    Optional<byte[]> listed = fetchByListing(type, scoped(type, key));
    permissions.learnListOnly(type);
    return listed;
  }

  /** Reads one object by a list of what has its name. */
  private Optional<byte[]> fetchByListing(ResourceType type, ObjectKey key) throws ApiException {
    ApiRequest request =
        ApiRequest.get(type.path(key.namespace()))
            .with("fieldSelector", "metadata.name=" + key.name())
            .header("accept", JSON);
    for (JsonNode item : Json.tree(rest.call(request).body()).path("items")) {
      if (item instanceof ObjectNode found) {
        found.put("apiVersion", type.apiVersion()).put("kind", type.kind());
        return Optional.of(Json.bytes(found));
      }
    }
    return Optional.empty();
  }

  private static GenericKubernetesResource metadata(ResourceType type, JsonNode tree) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(type.apiVersion());
    object.setKind(type.kind());
    object.setMetadata(Json.convert(tree.path("metadata"), ObjectMeta.class));
    return object;
  }

  /** Cluster-scoped kinds are found whatever namespace is given. */
  private static ObjectKey scoped(ResourceType type, ObjectKey key) {
    return type.namespaced() || key.namespace().isEmpty() ? key : ObjectKey.of(key.name());
  }

  // ---- writing --------------------------------------------------------------------------------

  @Override
  public <T extends HasMetadata> T create(T object) throws ApiException {
    return decode(object, writer.create(kinds.of(object), key(object), Json.bytes(object)));
  }

  @Override
  public String createNamed(HasMetadata object) throws ApiException {
    return ResourceVersions.name(writer.create(kinds.of(object), key(object), Json.bytes(object)));
  }

  @Override
  public <T extends HasMetadata> T update(T object) throws ApiException {
    return decode(object, writer.update(kinds.of(object), key(object), "", Json.bytes(object)));
  }

  @Override
  public <T extends HasMetadata> T updateStatus(T object) throws ApiException {
    return decode(
        object, writer.update(kinds.of(object), key(object), "status", Json.bytes(object)));
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
    var request = new ApplyCache.Request(type, key(desired), subresource, writer.owner());
    Optional<T> unchanged = unchanged(request, body, desired);
    if (unchanged.isPresent()) {
      return unchanged.get();
    }
    byte[] answer = writer.apply(type, key(desired), subresource, body);
    if (!writer.isDryRun()) {
      applied.remember(request, body, ResourceVersions.of(answer));
    }
    return decode(desired, answer);
  }

  /** The object as cached, if it is still just what the same request made of it. */
  @SuppressWarnings("unchecked") // decoded as the class of the object sent
  private <T extends HasMetadata> Optional<T> unchanged(
      ApplyCache.Request request, byte[] body, T desired) {
    Optional<KindCache> kind = live ? Optional.empty() : cache.find(request.type());
    if (kind.isEmpty() || !kind.get().isFull()) {
      return Optional.empty();
    }
    Entry entry = kind.get().peek(scoped(request.type(), request.key()));
    return entry == null || !applied.isAt(request, body, entry.version())
        ? Optional.empty()
        : entry.decode((Class<T>) desired.getClass());
  }

  @Override
  public <T extends HasMetadata, B> B updateSubresource(T parent, String subresource, B body)
      throws ApiException {
    byte[] answer = writer.update(kinds.of(parent), key(parent), subresource, Json.bytes(body));
    @SuppressWarnings("unchecked") // the answer is of the class of the body sent
    B updated = (B) Json.read(answer, body.getClass());
    return updated;
  }

  @Override
  public <T extends HasMetadata> T patch(T seen, Consumer<T> edit) throws ApiException {
    return patch(seen, edit, "", "resourceVersion");
  }

  @Override
  public void patchMetadata(HasMetadata seen, Consumer<ObjectMeta> edit) throws ApiException {
    ObjectMeta edited = new ObjectMetaBuilder(seen.getMetadata()).build();
    edit.accept(edited);
    ObjectNode change = MergePatch.between(Json.tree(seen.getMetadata()), Json.tree(edited));
    if (!change.isEmpty()) {
      ObjectNode patch = Json.MAPPER.createObjectNode();
      patch.set("metadata", change);
      send(seen, patch, "", "resourceVersion");
    }
  }

  @Override
  public <T extends HasMetadata> T patchStatus(T seen, Consumer<T> edit) throws ApiException {
    return patch(seen, edit, "status", "resourceVersion");
  }

  @Override
  public void patchStatus(HasMetadata seen, @Nullable Object was, Object is) throws ApiException {
    ObjectNode before = was == null ? Json.MAPPER.createObjectNode() : Json.tree(was);
    ObjectNode change = MergePatch.between(before, Json.tree(is));
    if (!change.isEmpty()) {
      ObjectNode patch = Json.MAPPER.createObjectNode();
      patch.set("status", change);
      send(seen, patch, "status", "resourceVersion");
    }
  }

  @Override
  public <T extends HasMetadata> T patchUnlocked(T seen, Consumer<T> edit) throws ApiException {
    return patch(seen, edit, "", "uid");
  }

  private <T extends HasMetadata> T patch(
      T seen, Consumer<T> edit, String subresource, String precondition) throws ApiException {
    ObjectNode before = Json.tree(seen);
    T edited = convert(before, seen);
    edit.accept(edited);
    ObjectNode patch = MergePatch.between(before, Json.tree(edited));
    return patch.isEmpty() ? seen : decode(seen, send(seen, patch, subresource, precondition));
  }

  /**
   * Sends a merge patch, or the whole object where patches are forbidden. Returns the answer.
   *
   * @param precondition what of the metadata must be on the server as it was seen
   */
  private byte[] send(HasMetadata seen, ObjectNode patch, String subresource, String precondition)
      throws ApiException {
    String value =
        precondition.equals("uid")
            ? seen.getMetadata().getUid()
            : seen.getMetadata().getResourceVersion();
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot patch " + seen.getKind() + " " + key(seen) + ": it has no " + precondition);
    }
    patch.withObjectProperty("metadata").put(precondition, value);
    ResourceType type = kinds.of(seen);
    if (permissions.mayPatch(type, subresource)) {
      try {
        return writer.patch(type, key(seen), Patch.merge(patch).to(subresource));
      } catch (ApiException.Forbidden e) {
        if (!Permissions.isForPatching(e)) {
          throw e;
        }
      }
    }
    byte[] replaced = writer.update(type, key(seen), subresource, whole(seen, type, patch));
    permissions.learnUpdateOnly(type, subresource);
    return replaced;
  }

  /** The object, with fields that its class does not know, as the patch would make it. */
  private byte[] whole(HasMetadata seen, ResourceType type, ObjectNode patch) throws ApiException {
    String version = String.valueOf(seen.getMetadata().getResourceVersion());
    ObjectNode tree = null;
    Entry entry =
        cache
            .find(type)
            .filter(KindCache::isFull)
            .map(kind -> kind.peek(scoped(type, key(seen))))
            .orElse(null);
    if (entry != null && Long.toString(entry.version()).equals(version)) {
      tree = entry.tree();
    }
    if (tree == null) {
      tree = fetch(type, key(seen), JSON).map(Json::tree).orElseGet(() -> Json.tree(seen));
    }
    MergePatch.apply(tree, patch);
    tree.put("apiVersion", type.apiVersion()).put("kind", type.kind());
    return Json.bytes(tree);
  }

  @Override
  public <T extends HasMetadata> T patch(T object, Patch patch) throws ApiException {
    return decode(object, writer.patch(kinds.of(object), key(object), patch));
  }

  @Override
  public void sendPatch(HasMetadata object, Patch patch) throws ApiException {
    byte[] _ = writer.patch(kinds.of(object), key(object), patch);
  }

  @Override
  public void delete(HasMetadata seen, Deletion how) throws ApiException {
    writer.delete(kinds.of(seen), key(seen), seen.getMetadata(), how);
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
    writer.createSubresource(kinds.of(parent), key(parent), subresource, Json.bytes(body));
  }

  @Override
  public ObjectNode fetch(String path, SortedMap<String, String> parameters) throws ApiException {
    ApiRequest request = ApiRequest.get(path).header("accept", JSON);
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

  /** The key; the name is empty when the server is to choose it. */
  private static ObjectKey key(HasMetadata object) {
    @Nullable String name = object.getMetadata().getName();
    @Nullable String namespace = object.getMetadata().getNamespace();
    return ObjectKey.of(namespace == null ? "" : namespace, name == null ? "" : name);
  }

  @SuppressWarnings("unchecked") // the tree was made of an object of that class
  private static <T extends HasMetadata> T convert(ObjectNode tree, T like) {
    return (T) Json.convert(tree, like.getClass());
  }

  @SuppressWarnings("unchecked") // the answer is of the class of the object sent
  private static <T extends HasMetadata> T decode(T like, byte[] answer) {
    return (T) Json.read(answer, like.getClass());
  }
}
