package io.coxswain.runtime.cache;

import io.coxswain.env.Task;
import java.util.ArrayList;
import java.util.List;

/**
 * The subscriptions to the changes of one kind. Each is offered all existing objects once the cache
 * has the projection that it needs, and every change from then on. Guarded by the lock of the
 * kind's cache; subscriptions with new events are returned, to be woken without it.
 */
final class Subscribers {
  private final Store store;
  private final Partitions partitions;
  private final List<Subscription> all = new ArrayList<>();

  Subscribers(Store store, Partitions partitions) {
    this.store = store;
    this.partitions = partitions;
  }

  void add(Subscription subscription) {
    all.add(subscription);
    offerExisting(subscription);
  }

  void remove(Subscription subscription) {
    all.remove(subscription);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  List<Task> tasks() {
    return all.stream().map(Subscription::task).toList();
  }

  /** The number of changes that the slowest subscriber has not handled yet. */
  int waiting() {
    return all.stream().mapToInt(Subscription::waiting).max().orElse(0);
  }

  /** Offers changes that are in the store already; returns the subscriptions to wake. */
  List<Subscription> offer(List<Change> changes) {
    var notified = new ArrayList<Subscription>();
    for (Subscription subscription : all) {
      if (subscription.isComplete()) {
        changes.forEach(subscription::offer);
        if (!changes.isEmpty()) {
          notified.add(subscription);
        }
      } else if (offerExisting(subscription)) {
        notified.add(subscription);
      }
    }
    return notified;
  }

  /** Offers all objects again, as updates without a change; returns the subscriptions to wake. */
  List<Subscription> offerAgain() {
    var notified = new ArrayList<>(all);
    notified.removeIf(subscription -> !subscription.isComplete());
    for (Entry entry : store.all()) {
      notified.forEach(subscription -> subscription.offer(new Change.Updated(entry, entry)));
    }
    return notified;
  }

  /** Offers the existing objects, unless that has been done or the projection is not there yet. */
  private boolean offerExisting(Subscription subscription) {
    if (subscription.isComplete() || !partitions.hold(subscription.needed())) {
      return false;
    }
    store.all().forEach(entry -> subscription.offer(new Change.Added(entry, true)));
    subscription.completeInitial();
    return true;
  }
}
