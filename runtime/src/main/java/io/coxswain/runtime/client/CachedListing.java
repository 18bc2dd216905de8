package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.cache.Entry;
import io.coxswain.runtime.cache.KindCache;
import io.coxswain.runtime.cache.Query;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** A list from the cache. */
final class CachedListing<T extends HasMetadata> implements Listing<T> {
  private final Source source;
  private final BiFunction<KindCache, Entry, Optional<T>> decode;
  private final Query query;

  /** Waits for the cache of the kind. */
  interface Source {
    KindCache get() throws ApiException;
  }

  CachedListing(Source source, BiFunction<KindCache, Entry, Optional<T>> decode, Query query) {
    this.source = source;
    this.decode = decode;
    this.query = query;
  }

  @Override
  public Listing<T> by(Outline<T> outline) {
    return new CachedListing<>(
        source,
        (kind, entry) -> entry.outline(outline, () -> decode.apply(kind, entry).map(outline::of)),
        query);
  }

  private CachedListing<T> with(Query narrower) {
    return new CachedListing<>(source, decode, narrower);
  }

  @Override
  public Listing<T> in(String namespace) {
    return with(
        new Query(namespace, query.labels(), query.index(), query.value(), query.controllerUid()));
  }

  @Override
  public Listing<T> labels(LabelSelector selector) {
    var terms = new ArrayList<>(query.labels().terms());
    terms.addAll(selector.terms());
    return with(
        new Query(
            query.namespace(),
            new LabelSelector(terms),
            query.index(),
            query.value(),
            query.controllerUid()));
  }

  @Override
  public Listing<T> by(String index, String value) {
    return with(new Query(query.namespace(), query.labels(), index, value, query.controllerUid()));
  }

  @Override
  public Listing<T> controlledBy(HasMetadata owner) {
    return controlledBy(owner.getMetadata().getUid());
  }

  @Override
  public Listing<T> uncontrolled() {
    return controlledBy(Query.NO_CONTROLLER);
  }

  @Override
  public Listing<T> controlledBy(String uid) {
    return with(new Query(query.namespace(), query.labels(), query.index(), query.value(), uid));
  }

  @Override
  public List<T> toList() throws ApiException {
    KindCache kind = source.get();
    return kind.find(query).stream().flatMap(e -> decode.apply(kind, e).stream()).toList();
  }

  @Override
  public List<ObjectKey> keys() throws ApiException {
    return source.get().find(query).stream().map(Entry::key).toList();
  }
}
