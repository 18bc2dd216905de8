package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.plugins.BuiltInPlugins;
import io.coxswain.apiserver.admission.webhook.ConversionWebhooks;
import io.coxswain.apiserver.admission.webhook.MutatingWebhooks;
import io.coxswain.apiserver.admission.webhook.StoredServices;
import io.coxswain.apiserver.admission.webhook.ValidatingWebhooks;
import io.coxswain.apiserver.admission.webhook.WebhookRegistry;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.Impersonation;
import io.coxswain.apiserver.auth.UnionAuthorizer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.auth.node.NodeAuthorizer;
import io.coxswain.apiserver.auth.rbac.BootstrapRoles;
import io.coxswain.apiserver.auth.rbac.EscalationPlugin;
import io.coxswain.apiserver.auth.rbac.RoleAuthorizer;
import io.coxswain.apiserver.auth.review.Reviews;
import io.coxswain.apiserver.auth.token.AccountTokens;
import io.coxswain.apiserver.auth.token.Authenticator;
import io.coxswain.apiserver.builtin.BuiltInKinds;
import io.coxswain.apiserver.discovery.Discovery;
import io.coxswain.apiserver.discovery.OpenApiDocuments;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.UsageKinds;
import io.coxswain.apiserver.kinds.cluster.BootstrapObjects;
import io.coxswain.apiserver.kinds.cluster.EventExpiry;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.apiserver.policy.MatchConditions;
import io.coxswain.apiserver.policy.Policies;
import io.coxswain.apiserver.rest.Api;
import io.coxswain.apiserver.rest.Authorization;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.apiserver.store.Backup;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.StoreLimits;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.watch.WatchHub;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kubernetes API server in memory. Has no thread: a request is worked on by the task that makes
 * it, through {@link #transport} within the process or through the HTTPS front.
 */
public final class ApiServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ApiServer.class);
  private static final int WATCH_BACKLOG = 5_000;
  private static final String SEED = "sa.seed";
  private static final int SEED_BYTES = 32;
  private static final Origin RESTORED = new Origin("restore", "system:apiserver", "");

  private final Store store;
  private @Nullable EventExpiry expiry;
  private final Secrets secrets;
  private final KindRegistry kinds;
  private final Discovery discovery;
  private final OpenApiDocuments openApi;
  private final Api api;
  private final Authorizer authorizer;
  private final WebhookRegistry webhooks;
  private final AccountTokens tokens;
  private final Authenticator authenticator;
  private final OpenIdDocuments openId;
  private final ServerMetrics metrics;
  private final HealthChecks health = new HealthChecks();
  private final PathIndex index;
  private volatile boolean closed;

  private ApiServer(
      Env env,
      ApiServerOptions options,
      Store store,
      Secrets secrets,
      byte[] seed,
      @Nullable KindRegistry known) {
    this.store = store;
    store.foldBy(env.timers()::chore);
    this.secrets = secrets;
    var hub = new WatchHub(store, env.clock(), WATCH_BACKLOG);
    this.webhooks = new WebhookRegistry(env.clock(), new StoredServices(store::head));
    var conversions = new ConversionWebhooks(webhooks, env.entropy());
    this.kinds =
        known == null
            ? new KindRegistry(kinds(options), conversions)
            : KindRegistry.like(known, conversions);
    this.metrics = new ServerMetrics(env.clock(), kinds, store::head);
    this.index = new PathIndex(kinds, health);
    var roles = new RoleAuthorizer(store::head);
    this.authorizer =
        new UnionAuthorizer(
            List.of(new NodeAuthorizer(store::head, BootstrapRoles::nodeRoleAllows), roles));
    this.discovery = new Discovery(kinds);
    this.openApi = new OpenApiDocuments(env.clock(), kinds, ServerVersion.VERSION);
    var conditions = new MatchConditions(authorizer);
    var chain =
        BuiltInPlugins.chain(
            authorizer,
            List.of(
                new MutatingWebhooks(webhooks, kinds, conditions, env.entropy(), metrics),
                new EscalationPlugin(roles, authorizer)),
            List.of(
                new Policies(kinds, authorizer),
                new ValidatingWebhooks(webhooks, kinds, conditions, env.entropy(), metrics)));
    this.tokens = new AccountTokens(() -> seed, store::head, env.clock(), env.entropy());
    this.authenticator = new Authenticator(tokens);
    tokens.onUse(secret -> Bootstrap.noteUse(this, secret, env.clock().now()));
    var reviews = new Reviews(authenticator, authorizer, roles, env.clock());
    this.openId = new OpenIdDocuments(tokens);
    metrics.tasks(env.tasks());
    health.add(
        "ping",
        () ->
            env.tasks().failures().count() == 0
                ? Optional.empty()
                : Optional.of("a task of this program has died"));
    health.add(
        "shutdown",
        EnumSet.of(HealthChecks.Probe.READYZ),
        () -> closed ? Optional.of("process is shutting down") : Optional.empty());
    this.api = new Api(env, store, hub, kinds, chain, authorizer, reviews, tokens, options);
  }

  private static List<ServedKind> kinds(ApiServerOptions options) {
    var all = new ArrayList<>(BuiltInKinds.all());
    if (options.usage() != null) {
      all.addAll(UsageKinds.all());
    }
    return all;
  }

  /** Made at once, which is cheap; the key that belongs to it only when the first token asks. */
  private static byte[] signingSeed(Env env, Store store, Secrets secrets) throws IOException {
    byte[] seed =
        secrets
            .keep(List.of(SEED), () -> newSeed(env, store, secrets))
            .getOrDefault(SEED, new byte[0]);
    if (seed.length != SEED_BYTES) {
      throw new IOException(
          "%s has %d bytes and must have %d, so tokens signed with it could be forged; restore it from a backup, or delete all tokens and run: head -c %d /dev/urandom > %s"
              .formatted(
                  secrets.describe(SEED),
                  seed.length,
                  SEED_BYTES,
                  SEED_BYTES,
                  secrets.describe(SEED)));
    }
    return seed;
  }

  /**
   * The seed is on the disk before the first object, so objects without it mean that it is lost.
   */
  private static SortedMap<String, byte[]> newSeed(Env env, Store store, Secrets secrets)
      throws IOException {
    if (store.isRestored()) {
      throw new IOException(
          "%s does not exist, but the data directory holds objects; restore it from a backup, or have all tokens of service accounts invalidated and run: head -c %d /dev/urandom > %s && chmod 600 %s"
              .formatted(
                  secrets.describe(SEED),
                  SEED_BYTES,
                  secrets.describe(SEED),
                  secrets.describe(SEED)));
    }
    var made = new TreeMap<String, byte[]>();
    made.put(SEED, env.entropy().derive("service-accounts").bytes(SEED_BYTES));
    return made;
  }

  /** A server with the objects that every cluster begins with. */
  public static ApiServer create(Env env) {
    return create(env, ApiServerOptions.plain());
  }

  /** As {@link #create(Env)}, with the logs of pods from the given source. */
  public static ApiServer create(Env env, @Nullable PodLogs logs) {
    return create(env, new ApiServerOptions(logs, null, false, false, null));
  }

  public static ApiServer create(Env env, ApiServerOptions options) {
    return create(env, options, Secrets.inMemory());
  }

  /** As {@link #create(Env, ApiServerOptions)}, with secrets that others use too. */
  public static ApiServer create(Env env, ApiServerOptions options, Secrets secrets) {
    return create(env, options, new Store(env.tasks(), StoreLimits.DEFAULT), secrets, null)
        .bootstrapped(env);
  }

  private static ApiServer create(
      Env env,
      ApiServerOptions options,
      Store store,
      Secrets secrets,
      @Nullable KindRegistry known) {
    try {
      return new ApiServer(env, options, store, secrets, signingSeed(env, store, secrets), known);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the key of service accounts", e);
    }
  }

  /**
   * A server that begins with what another had when the image was taken, without its history. Takes
   * no time: nothing is copied.
   */
  public static ApiServer create(Env env, ApiServerOptions options, Image image) {
    return create(env, options, image, Secrets.inMemory());
  }

  /** As {@link #create(Env, ApiServerOptions, Image)}, with secrets that others use too. */
  public static ApiServer create(Env env, ApiServerOptions options, Image image, Secrets secrets) {
    var store = Store.from(image.state, env.tasks(), StoreLimits.DEFAULT);
    var server = create(env, options, store, secrets, image.kinds);
    server.expiry = EventExpiry.begin(env, store);
    return server;
  }

  /** All objects of a server at one moment, for other servers to begin with. */
  public static final class Image {
    private final Snapshot state;
    private final KindRegistry kinds;

    private Image(Snapshot state, KindRegistry kinds) {
      this.state = state;
      this.kinds = kinds;
    }
  }

  /** What is stored now. */
  public Image image() {
    return new Image(store.head(), kinds);
  }

  /**
   * A server that keeps its objects and keys in a directory and goes on with what is there. To be
   * closed.
   *
   * @throws IOException with a message for whoever named the directory
   */
  public static ApiServer open(Env env, ApiServerOptions options, Path directory)
      throws IOException {
    return open(env, options, directory, StoreLimits.DEFAULT);
  }

  /** As {@link #open(Env, ApiServerOptions, Path)}, with other limits than usual. */
  public static ApiServer open(
      Env env, ApiServerOptions options, Path directory, StoreLimits limits) throws IOException {
    var store = Store.open(env, directory, limits);
    try {
      Secrets secrets = Secrets.in(env.files(), directory);
      byte[] seed = signingSeed(env, store, secrets);
      var server = new ApiServer(env, options, store, secrets, seed, null).bootstrapped(env);
      store.begin();
      server.health.add(
          "data-directory",
          EnumSet.of(HealthChecks.Probe.READYZ),
          () -> Optional.ofNullable(store.problem()));
      return server;
    } catch (IOException e) {
      store.close();
      throw e;
    }
  }

  private ApiServer bootstrapped(Env env) {
    BootstrapRoles.run(store, kinds, env.clock().now());
    BootstrapObjects.run(store, kinds, env.clock().now());
    Bootstrap.run(this, env.clock().now());
    expiry = EventExpiry.begin(env, store);
    return this;
  }

  /** The keys and certificates of this server. */
  public Secrets secrets() {
    return secrets;
  }

  /** Ends writing; every write that was answered is on the disk. Nothing to do in memory. */
  @Override
  public void close() {
    closed = true;
    if (expiry != null) {
      expiry.close();
    }
    store.close();
  }

  /** Where webhooks of this process are registered, and the way out to others is set. */
  public WebhookRegistry webhooks() {
    return webhooks;
  }

  /** The registry of health checks; the owner of a component may add one. */
  public HealthChecks health() {
    return health;
  }

  /** What the server counts, shown as {@code /metrics}. */
  public ServerMetrics metrics() {
    return metrics;
  }

  /**
   * Says in the ConfigMap {@code kube-system/extension-apiserver-authentication} which authority
   * vouches for the certificates of clients.
   */
  public void publishClientAuthority(String pem) {
    Bootstrap.publishClientAuthority(this, pem);
  }

  /** From now on, who shows the token is the user. */
  public void acceptToken(String token, User user) {
    authenticator.accept(token, user);
  }

  /**
   * The key that the tokens of service accounts are signed with, in PEM: for {@code
   * --service-account-private-key-file} of the program that keeps tokens in Secrets. A secret.
   */
  public byte[] serviceAccountKey() throws IOException {
    return tokens.keyPem();
  }

  /** Requests within the process, as the given user. */
  public ApiTransport transport(String userName, List<String> groups) {
    return new InProcessTransport(this, new User(userName, groups));
  }

  /**
   * Answers one request.
   *
   * @param caller who it is from, unless the request carries a token
   */
  public HandlerResponse handle(ApiRequest request, User caller) {
    var info = RequestInfo.of(request);
    return metrics.measure(info, request, () -> recovered(info, request, caller));
  }

  /** A request that exhausts the stack fails by itself; other errors pass. */
  private HandlerResponse recovered(RequestInfo info, ApiRequest request, User caller) {
    try {
      return answer(info, request, caller);
    } catch (StackOverflowError | LinkageError e) {
      log.error("request died of {}, verb={}", e.getClass().getName(), info.verb());
      return new HandlerResponse.Whole(
          Responses.text(
              500, "This request caused apiserver to panic. Look in the logs for details.\n"));
    }
  }

  private HandlerResponse answer(RequestInfo info, ApiRequest request, User caller) {
    User user;
    try {
      User authenticated = authenticator.of(request, caller);
      user = Impersonation.of(request, authenticated, authorizer);
      Optional<HandlerResponse> outOfScope = api.outOfScope(info, request);
      if (outOfScope.isPresent()) {
        return outOfScope.get();
      }
      Authorization.check(info, request, user, authorizer);
    } catch (StatusException e) {
      return new HandlerResponse.Whole(Responses.encoded(request, Responses.refusal(e)));
    }
    if (request.path().contains("//")) {
      return new HandlerResponse.Whole(emptySegment(request.path()));
    }
    if (info.isResource()) {
      return api.handle(info, request, user);
    }
    if (request.method().equals("POST") && request.path().equals("/snapshot")) {
      return backup();
    }
    if (!request.method().equals("GET") && isGetOnly(request.path())) {
      return new HandlerResponse.Whole(
          discovery
              .answer(request, store.head())
              .filter(response -> response.status() == 404)
              .orElseGet(() -> Responses.refusal(StatusException.methodNotAllowed())));
    }
    return new HandlerResponse.Whole(
        discovery
            .answer(request, store.head())
            .or(() -> openApi.answer(request, store.head()))
            .or(() -> health.respond(request))
            .or(() -> ServerVersion.respond(request))
            .or(() -> index.respond(request, store.head()))
            .or(() -> openId.answer(request))
            .or(() -> metrics.answer(request))
            .orElseGet(Responses::pageNotFound));
  }

  /** A backup of all objects and keys; authorized as a POST to {@code /snapshot}. */
  private HandlerResponse backup() {
    try {
      return new HandlerResponse.Stream(Backup.stream(store.head(), secrets.all()));
    } catch (IOException e) {
      return new HandlerResponse.Whole(
          Responses.refusal(StatusException.internal(String.valueOf(e.getMessage()))));
    }
  }

  /** A path with an empty segment is not cleaned up: it names nothing. */
  private static ApiResponse emptySegment(String path) {
    return path.startsWith("/api/") || path.startsWith("/apis/")
        ? Responses.refusal(StatusException.noSuchResource())
        : Responses.pageNotFound();
  }

  /** Documents that upstream's router knows with their method; others answer any method alike. */
  private static boolean isGetOnly(String path) {
    String[] parts = path.split("/");
    return switch (parts.length > 1 ? parts[1] : "") {
      case "version" -> parts.length == 2;
      case "api" -> parts.length <= 3;
      case "apis" -> parts.length == 4;
      case "openid", ".well-known" -> OpenIdDocuments.isPath(path);
      default -> false;
    };
  }

  /**
   * Puts an object in as it is, with its UID, its times and its managers, past all rules and in
   * place of one of the same name: for what another server had. Its revision is a new one.
   *
   * @throws IllegalArgumentException if its kind is not served
   */
  public void restore(ObjectNode object) {
    String apiVersion = object.path("apiVersion").asText();
    String kindName = object.path("kind").asText();
    ServedKind kind =
        kinds.all(store.head()).stream()
            .filter(k -> k.type().apiVersion().equals(apiVersion))
            .filter(k -> k.type().kind().equals(kindName))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException(apiVersion + " " + kindName + " is not served"));
    ObjectKey key = Meta.key(object);
    try {
      var _ =
          store.put(
              kind.collection(),
              key,
              store.head().find(kind.collection(), key),
              kind.encoder(object.deepCopy()),
              RESTORED);
    } catch (RacedException e) {
      throw new IllegalStateException(kindName + " " + key + " was written meanwhile", e);
    }
  }

  /** What is stored, past all rules. */
  Store store() {
    return store;
  }

  /** The revision of the last commit. */
  public long revision() {
    return store.revision();
  }

  /** The oldest revision whose state can still be read. */
  public long oldestRevision() {
    return store.compacted() + 1;
  }

  /** Forgets the history up to the revision. */
  public void compact(long revision) {
    store.compact(revision);
  }

  /** Tells the listener of each commit, in order. */
  public void listen(Consumer<Commit> listener) {
    store.listen(listener);
  }

  /** All objects as one JSON document, the same for the same objects. */
  public String dump() {
    return dump(0);
  }

  /** As {@link #dump()}, of the objects written after the revision. */
  public String dump(long after) {
    ObjectNode all = Json.MAPPER.createObjectNode();
    all.put("revision", store.revision());
    all.putArray("objects").addAll(objects(after));
    return CanonicalJson.of(all);
  }

  /** The objects written after the revision, in the order of kinds and names. */
  public List<ObjectNode> objects(long after) {
    SortedTree<String, SortedTree<ObjectKey, Stored>> collections = store.head().collections();
    var sorted = new ArrayList<ObjectNode>();
    for (var collection : collections.values()) {
      for (Stored object : collection.values()) {
        if (object.revision() > after) {
          sorted.add(object.tree());
        }
      }
    }
    return sorted;
  }
}
