package io.coxswain.apiserver.rest;

import io.coxswain.api.FieldError;
import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.auth.Authorizer;
import io.coxswain.apiserver.auth.review.Reviews;
import io.coxswain.apiserver.auth.token.AccountTokens;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.UsageKinds;
import io.coxswain.apiserver.kinds.pod.PrivilegePolicy;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.watch.WatchHub;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The handlers of resource requests, wired once at start. The tables at the end are all that the
 * request pipeline knows about particular kinds; everything else is in their {@link
 * io.coxswain.apiserver.kinds.Strategy}.
 */
final class Handlers {
  private final Env env;
  private final Store store;
  private final KindRegistry kinds;
  private final Authorizer authorizer;
  private final Ownership ownership;
  private final Contexts contexts;
  private final Admission admission;
  private final ReadHandler reads;
  private final CreateHandler creates;
  private final UpdateHandler updates;
  private final DeleteHandler deletes;

  Handlers(
      Env env,
      Store store,
      WatchHub hub,
      KindRegistry kinds,
      AdmissionChain chain,
      Authorizer authorizer,
      ApiServerOptions options) {
    Clock clock = env.clock();
    this.env = env;
    this.store = store;
    this.kinds = kinds;
    this.authorizer = authorizer;
    this.ownership = new Ownership(clock, store, kinds);
    this.contexts =
        new Contexts(
            store,
            clock,
            env.entropy(),
            new StoreLedger(store, clock, kinds),
            options.serviceAccounts());
    this.admission = new Admission(chain, contexts);
    Predicate<FieldError> tolerated =
        options.privileged() ? PrivilegePolicy::isOnlyPolicy : error -> false;
    this.reads =
        new ReadHandler(
            store,
            hub,
            clock,
            env.entropy(),
            options.features().has(ApiFeatures.SHARDED_LIST_AND_WATCH));
    this.creates =
        new CreateHandler(
            store, contexts, ownership, admission, authorizer, env.entropy(), tolerated);
    this.updates = new UpdateHandler(store, contexts, ownership, admission, tolerated);
    this.deletes = new DeleteHandler(store, clock, admission, contexts);
  }

  /**
   * Handles requests for objects, their status, and subresources written like the object.
   *
   * @param register writes the APIServices of CRDs
   */
  ObjectHandler objects(Runnable register) {
    var applies = new ApplyHandler(creates, updates, ownership);
    return new ObjectHandler(reads, creates, updates, applies, deletes, observers(register));
  }

  /** What happens after a write, in this order. */
  private List<WriteObserver> observers(Runnable register) {
    return List.of(
        new CrdFinalizer(store, env.clock(), kinds, deletes),
        new CrdNamingConditions(store, env.clock(), kinds, updates),
        new CrdRegistration(register));
  }

  /** The handlers of kinds whose objects are not stored, by collection. */
  SortedMap<String, RequestHandler> unstoredKinds(Reviews reviews, ApiServerOptions options) {
    var handlers = new TreeMap<String, RequestHandler>();
    handlers.put("bindings", bindings()::create);
    for (String collection : Reviews.COLLECTIONS) {
      handlers.put(
          collection, new ReviewHandler(reviews.of(collection), contexts, ownership, admission));
    }
    if (options.usage() != null) {
      var usage =
          new ResourceMetricsHandler(
              options.kubelets() == null
                  ? options.usage()
                  : new KubeletUsage(
                      store::head, options.usage(), new KubeletLocations(options.kubelets())));
      UsageKinds.all().forEach(kind -> handlers.put(kind.collection(), usage));
    }
    return handlers;
  }

  Subresources subresources(AccountTokens tokens, ApiServerOptions options) {
    var streams = new PodStreams(store::head, authorizer, admission, reads, options);
    var proxies =
        new ProxyHandler(
            store::head,
            admission,
            StoredNetwork.of(store::head, options),
            new KubeletLocations(options.kubelets()));
    var accountTokens = new TokenRequestHandler(store, tokens, ownership, admission, env.clock());
    return new Subresources()
        .registerForAllKinds("scale", new ScaleHandler(ownership, admission, reads, updates))
        .register("namespaces", "finalize", only("update", new NamespaceFinalizeHandler(updates)))
        .register("nodes", "proxy", proxies.toNodes())
        .register("pods", "attach", streams::attach)
        .register("pods", "binding", only("create", bindings()::bind))
        .register("pods", "eviction", only("create", evictions()))
        .register("pods", "exec", streams::exec)
        .register("pods", "log", only("get", streams::log))
        .register("pods", "portforward", streams::forward)
        .register("pods", "proxy", proxies.toPods())
        .register("serviceaccounts", "token", only("create", accountTokens))
        .register("services", "proxy", proxies.toServices())
        .requireAllOf(kinds.builtIn());
  }

  private static RequestHandler only(String verb, RequestHandler handler) {
    return RequestHandler.only(verb, handler);
  }

  private BindingHandler bindings() {
    return new BindingHandler(store, env.clock(), kind("", "pods"), admission);
  }

  private EvictionHandler evictions() {
    return new EvictionHandler(
        store,
        env.clock(),
        kind("", "pods"),
        kind("policy", "poddisruptionbudgets"),
        new EvictionHandler.Pipeline(admission, reads, updates, deletes));
  }

  private ServedKind kind(String group, String plural) {
    return kinds.find(store.head(), group, "v1", plural).orElseThrow();
  }
}
