package io.coxswain.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.admission.plugins.BuiltInPlugins;
import io.coxswain.apiserver.admission.webhook.ConversionWebhooks;
import io.coxswain.apiserver.admission.webhook.MutatingWebhooks;
import io.coxswain.apiserver.admission.webhook.StoredServices;
import io.coxswain.apiserver.admission.webhook.ValidatingWebhooks;
import io.coxswain.apiserver.admission.webhook.WebhookRegistry;
import io.coxswain.apiserver.aggregation.Aggregation;
import io.coxswain.apiserver.aggregation.AutoRegistration;
import io.coxswain.apiserver.aggregation.Availability;
import io.coxswain.apiserver.audit.AuditLog;
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
import io.coxswain.apiserver.encryption.AutomaticReload;
import io.coxswain.apiserver.encryption.EncryptionConfig;
import io.coxswain.apiserver.flow.FlowConditions;
import io.coxswain.apiserver.flow.FlowControl;
import io.coxswain.apiserver.flow.FlowTicket;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.UsageKinds;
import io.coxswain.apiserver.kinds.cluster.BootstrapObjects;
import io.coxswain.apiserver.kinds.cluster.EventExpiry;
import io.coxswain.apiserver.kinds.network.AllocationRepair;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.apiserver.policy.MatchConditions;
import io.coxswain.apiserver.policy.MutatingPolicies;
import io.coxswain.apiserver.policy.Policies;
import io.coxswain.apiserver.rest.Api;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.StoreLedger;
import io.coxswain.apiserver.rest.StoredNetwork;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.apiserver.store.Origin;
import io.coxswain.apiserver.store.RacedException;
import io.coxswain.apiserver.store.RecordCipher;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.StoreLimits;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.watch.WatchHub;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory Kubernetes API server. It has no threads: a request is handled by the task that
 * sends it, through {@link #transport} within the process or through the HTTPS server.
 */
public final class ApiServer implements AutoCloseable {
  private static final int WATCH_BACKLOG = 5_000;

  /** The sum of upstream's limits of requests in flight. */
  private static final int SEATS = 600;

  private static final Origin RESTORED = new Origin("restore", "system:apiserver", "");

  private final Store store;
  private @Nullable EventExpiry expiry;
  private @Nullable AutomaticReload reload;
  private final Secrets secrets;
  private final KindRegistry kinds;
  private final WebhookRegistry webhooks;
  private final AccountTokens tokens;
  private final Authenticator authenticator;
  private final ServerMetrics metrics;
  private final HealthChecks health = new HealthChecks();
  private final OpenIdDocuments openId;
  private final RequestPipeline pipeline;
  private final @Nullable ClusterNetwork network;
  private @Nullable FlowConditions flowConditions;
  private final @Nullable AuditLog audit;
  private final Aggregation aggregation;
  private final Availability availability;
  private final AutoRegistration registration;
  private volatile boolean closed;

  private ApiServer(
      Env env,
      ApiServerOptions options,
      Store store,
      Secrets secrets,
      byte[] seed,
      @Nullable KindRegistry known,
      @Nullable AuditLog audit) {
    this.store = store;
    store.compressBy(env.timers()::maintenance);
    this.secrets = secrets;
    var hub = new WatchHub(store, env.clock(), WATCH_BACKLOG);
    this.webhooks = new WebhookRegistry(env.clock(), new StoredServices(store::head));
    var conversions = new ConversionWebhooks(webhooks, env.entropy());
    this.kinds =
        known == null
            ? new KindRegistry(kinds(options), conversions)
            : KindRegistry.like(known, conversions);
    this.metrics = new ServerMetrics(env.clock(), kinds, store::head);
    this.network = StoredNetwork.of(store::head, options);
    var roles = new RoleAuthorizer(store::head);
    var authorizer =
        new UnionAuthorizer(
            List.of(new NodeAuthorizer(store::head, BootstrapRoles::nodeRoleAllows), roles));
    var conditions = new MatchConditions(authorizer);
    List<Plugin> mutating = new ArrayList<>();
    if (options.features().has(ApiFeatures.MUTATING_ADMISSION_POLICY)) {
      mutating.add(new MutatingPolicies(kinds, authorizer, metrics));
    }
    mutating.add(new MutatingWebhooks(webhooks, kinds, conditions, env.entropy(), metrics));
    mutating.add(new EscalationPlugin(roles, authorizer));
    var chain =
        BuiltInPlugins.chain(
            authorizer,
            mutating,
            List.of(
                new Policies(kinds, authorizer),
                new ValidatingWebhooks(webhooks, kinds, conditions, env.entropy(), metrics)));
    this.tokens = new AccountTokens(() -> seed, store::head, env.clock(), env.entropy());
    this.authenticator = new Authenticator(tokens, store::head, env.clock());
    tokens.onUse(secret -> Bootstrap.noteUse(this, secret, env.clock().now()));
    var reviews = new Reviews(authenticator, authorizer, roles, env.clock());
    this.audit = audit;
    this.aggregation = new Aggregation(store::head, network);
    this.availability =
        new Availability(
            env,
            aggregation,
            store::head,
            request -> Bootstrap.handled(this, request),
            metrics.registry());
    this.registration =
        new AutoRegistration(env, kinds, store::head, request -> Bootstrap.handled(this, request));
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
    this.openId = new OpenIdDocuments(tokens);
    this.pipeline =
        new RequestPipeline(
            authenticator,
            authorizer,
            new Api(
                env,
                store,
                hub,
                kinds,
                chain,
                authorizer,
                reviews,
                tokens,
                options,
                registration::catchUp),
            kinds,
            store,
            new Documents(env.clock(), kinds, health, openId, metrics, availability::foreign),
            metrics,
            secrets,
            flow(env, options),
            aggregation,
            audit);
    if (options.features().fairness()) {
      this.flowConditions =
          new FlowConditions(env, store::head, request -> Bootstrap.handled(this, request));
    }
  }

  private @Nullable FlowControl flow(Env env, ApiServerOptions options) {
    return options.features().fairness()
        ? new FlowControl(env, kinds, store::head, SEATS, metrics.registry())
        : null;
  }

  /** Whether requests are recorded in an audit log. */
  public boolean isAudited() {
    return audit != null;
  }

  /** Whether flow control limits the requests from outside the process. */
  public boolean isFair() {
    return flowConditions != null;
  }

  private static List<ServedKind> kinds(ApiServerOptions options) {
    var all = new ArrayList<>(BuiltInKinds.all(options.features()));
    if (options.usage() != null) {
      all.addAll(UsageKinds.all());
    }
    return all;
  }

  /** Creates a server with the objects of a new cluster. */
  public static ApiServer create(Env env) {
    return create(env, ApiServerOptions.plain());
  }

  /** Like {@link #create(Env)}, with the logs of pods from the given source. */
  public static ApiServer create(Env env, @Nullable PodLogs logs) {
    return create(env, ApiServerOptions.plain().withLogs(logs));
  }

  public static ApiServer create(Env env, ApiServerOptions options) {
    return create(env, options, Secrets.inMemory());
  }

  /** Like {@link #create(Env, ApiServerOptions)}, with shared secrets. */
  public static ApiServer create(Env env, ApiServerOptions options, Secrets secrets) {
    return create(env, options, new Store(env.tasks(), StoreLimits.DEFAULT), secrets, null)
        .bootstrapped(env, options.features());
  }

  private static ApiServer create(
      Env env,
      ApiServerOptions options,
      Store store,
      Secrets secrets,
      @Nullable KindRegistry known) {
    try {
      return new ApiServer(
          env,
          options,
          store,
          secrets,
          SigningSeed.of(env, store, secrets),
          known,
          audit(env, options));
    } catch (IOException e) {
      throw new UncheckedIOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static @Nullable AuditLog audit(Env env, ApiServerOptions options) throws IOException {
    return options.audit() == null ? null : new AuditLog(env, options.audit());
  }

  /**
   * Creates a server with the objects of an image, without its history. Takes constant time:
   * nothing is copied.
   */
  public static ApiServer create(Env env, ApiServerOptions options, Image image) {
    return create(env, options, image, Secrets.inMemory());
  }

  /** Like {@link #create(Env, ApiServerOptions, Image)}, with shared secrets. */
  public static ApiServer create(Env env, ApiServerOptions options, Image image, Secrets secrets) {
    var store = Store.from(image.state, env.tasks(), StoreLimits.DEFAULT);
    var server = create(env, options, store, secrets, image.kinds);
    server.expiry = EventExpiry.begin(env, store);
    server.registration.skipPresent();
    server.beginConditions();
    return server;
  }

  /** All objects of a server at one point in time, as the initial state of other servers. */
  public static final class Image {
    private final Snapshot state;
    private final KindRegistry kinds;

    private Image(Snapshot state, KindRegistry kinds) {
      this.state = state;
      this.kinds = kinds;
    }
  }

  /** Captures the stored objects. */
  public Image image() {
    registration.catchUp();
    return new Image(store.head(), kinds);
  }

  /**
   * Opens a server that keeps its objects and keys in a directory. Must be closed.
   *
   * @throws IOException with a message for the user who specified the directory
   */
  public static ApiServer open(Env env, ApiServerOptions options, Path directory)
      throws IOException {
    return open(env, options, directory, StoreLimits.DEFAULT);
  }

  /** Like {@link #open(Env, ApiServerOptions, Path)}, with other limits. */
  public static ApiServer open(
      Env env, ApiServerOptions options, Path directory, StoreLimits limits) throws IOException {
    RecordCipher cipher = cipher(env, options);
    var store = Store.open(env, directory, limits, cipher);
    try {
      Secrets secrets = Secrets.in(env.files(), directory);
      byte[] seed = SigningSeed.of(env, store, secrets);
      var server = new ApiServer(env, options, store, secrets, seed, null, audit(env, options));
      AllocationRepair.run(new StoreLedger(store, env.clock(), server.kinds));
      server.bootstrapped(env, options.features());
      store.begin();
      if (cipher instanceof AutomaticReload reload) {
        reload.begin(server.metrics.registry(), store::rewrite);
        server.reload = reload;
      }
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

  private static @Nullable RecordCipher cipher(Env env, ApiServerOptions options)
      throws IOException {
    ApiServerOptions.EncryptionFile config = options.encryption();
    if (config == null) {
      return null;
    }
    return config.reload()
        ? AutomaticReload.read(env, config.path())
        : EncryptionConfig.read(env, config.path());
  }

  private ApiServer bootstrapped(Env env, ApiFeatures features) {
    BootstrapRoles.run(store, kinds, features.gates(), env.clock().now());
    BootstrapObjects.run(store, kinds, env.clock().now());
    Bootstrap.run(this, env.clock().now());
    expiry = EventExpiry.begin(env, store);
    beginConditions();
    return this;
  }

  private void beginConditions() {
    if (flowConditions != null) {
      store.listen(flowConditions::noted);
    }
    registration.begin();
    store.listen(registration::noted);
    store.listen(availability::noted);
    availability.begin();
  }

  /** The keys and certificates of this server. */
  public Secrets secrets() {
    return secrets;
  }

  /** Stops writing; every acknowledged write is on disk. Has no effect in memory. */
  @Override
  public void close() {
    closed = true;
    registration.close();
    availability.close();
    if (audit != null) {
      audit.close();
    }
    if (expiry != null) {
      expiry.close();
    }
    if (reload != null) {
      reload.close();
    }
    store.close();
  }

  /** The registry for webhooks in this process and for the transport to other webhooks. */
  public WebhookRegistry webhooks() {
    return webhooks;
  }

  /** How pods and nodes are reached; null when they are not. */
  public @Nullable ClusterNetwork network() {
    return network;
  }

  /** The registry of health checks; the owner of a component may add one. */
  public HealthChecks health() {
    return health;
  }

  /** The server's metrics, served as {@code /metrics}. */
  public ServerMetrics metrics() {
    return metrics;
  }

  /**
   * Publishes the CA of client certificates in the ConfigMap {@code
   * kube-system/extension-apiserver-authentication}.
   */
  public void publishClientAuthority(String pem) {
    Bootstrap.publishClientAuthority(this, pem);
  }

  /**
   * Publishes the address at which clients on all hosts reach this server: in the Endpoints and the
   * EndpointSlice of the Service {@code kubernetes}, and in the OpenID document.
   */
  public void publishAddress(String address, int port, String url) {
    Bootstrap.publishAddress(this, address, port);
    openId.publish(url + OpenIdDocuments.KEYS);
  }

  /** Publishes the identity with which this server speaks for its callers to other servers. */
  public void publishFrontProxy(String pem, String name) {
    Bootstrap.publishFrontProxy(this, pem, name);
  }

  /** The servers of APIServices. */
  public Aggregation aggregation() {
    return aggregation;
  }

  /** Accepts the bearer token for the user from now on. */
  public void acceptToken(String token, User user) {
    authenticator.accept(token, user);
  }

  /**
   * The key that signs service account tokens, in PEM, for {@code
   * --service-account-private-key-file} of the program that keeps tokens in Secrets. A secret.
   */
  public byte[] serviceAccountKey() throws IOException {
    return tokens.keyPem();
  }

  /** A transport for requests within the process, as the given user. */
  public ApiTransport transport(String userName, List<String> groups) {
    return new InProcessTransport(this, new User(userName, groups));
  }

  /**
   * Handles one request.
   *
   * @param caller the authenticated user, unless the request carries a token
   */
  public HandlerResponse handle(ApiRequest request, User caller) {
    return pipeline.handle(request, caller, null);
  }

  /** Like {@link #handle(ApiRequest, User)}, after the request has got seats in flow control. */
  public HandlerResponse handle(ApiRequest request, User caller, FlowTicket ticket) {
    return pipeline.handle(request, caller, ticket);
  }

  /**
   * Stores an object unchanged, with its UID, times and managers, without any validation, and
   * replaces one with the same name: for objects of another server. It gets a new revision.
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

  /** The store, without any validation. */
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

  /** Discards the history up to the revision. */
  public void compact(long revision) {
    store.compact(revision);
  }

  /** Adds a listener that is notified of each commit, in order. */
  public void listen(Consumer<Commit> listener) {
    store.listen(listener);
  }

  /** All objects as one JSON document; equal objects produce equal documents. */
  public String dump() {
    return dump(0);
  }

  /** Like {@link #dump()}, for the objects written after the revision. */
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
