package io.coxswain.kube.endpointslice;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditions;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which slice holds which endpoint, for endpoints of equal ports. What is in its slice stays there;
 * what is new goes first where something is written anyway, then into the one slice that it fills
 * best, then into new ones. It is the writes that are few, not the slices.
 *
 * @param unchanged slices that need not be written
 * @param added how many endpoints were in no slice
 * @param removed how many endpoints are left out of their slices
 */
record SlicePacking(
    List<SliceDraft> create,
    List<SliceDraft> update,
    List<SliceDraft> delete,
    List<SliceDraft> unchanged,
    int added,
    int removed) {

  /** What makes two endpoints the same one, however its state may change. */
  private record Identity(
      List<String> addresses,
      @Nullable String hostname,
      @Nullable String namespace,
      @Nullable String name) {

    static Identity of(Endpoint endpoint) {
      ObjectReference target = endpoint.getTargetRef();
      String hostname = endpoint.getHostname();
      return new Identity(
          endpoint.getAddresses().size() < 2
              ? endpoint.getAddresses()
              : endpoint.getAddresses().stream().sorted().toList(),
          hostname == null || hostname.isEmpty() ? null : hostname,
          target == null ? null : target.getNamespace(),
          target == null ? null : target.getName());
    }
  }

  /**
   * @param labels what the labels of each slice are to be
   * @param fresh makes an empty slice for these ports
   */
  static SlicePacking of(
      List<EndpointSlice> existing,
      List<Endpoint> wanted,
      SliceLabels labels,
      Supplier<SliceDraft> fresh,
      int max) {
    var missing = LinkedHashMap.<Identity, Endpoint>newLinkedHashMap(wanted.size());
    wanted.forEach(e -> missing.put(Identity.of(e), e));
    var packing =
        new SlicePacking(
            new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), 0, 0);
    int removed = 0;
    for (EndpointSlice slice : existing) {
      removed += packing.keep(slice, missing, labels);
    }
    int added = missing.size();
    var rest = new ArrayDeque<>(missing.values());
    packing.fillWhatIsWrittenAnyway(rest, max);
    packing.placeElsewhere(rest, fresh, max);
    return new SlicePacking(
        packing.create, packing.update, packing.delete, packing.unchanged, added, removed);
  }

  /** Leaves in the slice what is still wanted; answers how many are not. */
  private int keep(EndpointSlice slice, Map<Identity, Endpoint> missing, SliceLabels labels) {
    List<Endpoint> before = SliceDraft.endpoints(slice);
    var kept = new ArrayList<Endpoint>(before.size());
    boolean changed = false;
    for (Endpoint endpoint : before) {
      Endpoint now = missing.remove(Identity.of(endpoint));
      if (now != null) {
        kept.add(now);
        changed |= !isSame(now, endpoint);
      }
    }
    SliceDraft draft = SliceDraft.of(slice);
    if (changed || kept.size() != before.size()) {
      if (kept.isEmpty()) {
        delete.add(draft);
      } else {
        draft.hold(kept);
        draft.label(labels.wanted());
        update.add(draft);
      }
    } else if (labels.differ(slice)) {
      draft.own();
      draft.label(labels.wanted());
      update.add(draft);
    } else {
      unchanged.add(draft);
    }
    return before.size() - kept.size();
  }

  /** Beyond identity; hints are looked after elsewhere. */
  private static boolean isSame(Endpoint one, Endpoint other) {
    return Objects.equals(one.getNodeName(), other.getNodeName())
        && Objects.equals(one.getZone(), other.getZone())
        && isSame(one.getConditions(), other.getConditions())
        && isSame(one.getTargetRef(), other.getTargetRef());
  }

  private static boolean isSame(
      @Nullable EndpointConditions one, @Nullable EndpointConditions other) {
    if (one == null || other == null) {
      return one == other;
    }
    return Objects.equals(one.getReady(), other.getReady())
        && Objects.equals(one.getServing(), other.getServing())
        && Objects.equals(one.getTerminating(), other.getTerminating());
  }

  /** Whatever the version of the pod. */
  private static boolean isSame(@Nullable ObjectReference one, @Nullable ObjectReference other) {
    if (one == null || other == null) {
      return one == other;
    }
    return Objects.equals(one.getKind(), other.getKind())
        && Objects.equals(one.getUid(), other.getUid())
        && Objects.equals(one.getApiVersion(), other.getApiVersion())
        && Objects.equals(one.getFieldPath(), other.getFieldPath());
  }

  private void fillWhatIsWrittenAnyway(Queue<Endpoint> rest, int max) {
    update.sort(Comparator.comparingInt(SliceDraft::size).reversed());
    update.forEach(slice -> fill(slice, rest, max));
  }

  private static void fill(SliceDraft slice, Queue<Endpoint> rest, int max) {
    while (!rest.isEmpty() && slice.size() < max) {
      slice.add(rest.remove());
    }
  }

  private void placeElsewhere(Queue<Endpoint> rest, Supplier<SliceDraft> fresh, int max) {
    while (!rest.isEmpty()) {
      SliceDraft slice = rest.size() < max ? bestFilledBy(rest.size(), max) : null;
      if (slice == null) {
        slice = fresh.get();
        create.add(slice);
      } else {
        slice.own();
        unchanged.remove(slice);
        update.add(slice);
      }
      fill(slice, rest, max);
    }
  }

  private @Nullable SliceDraft bestFilledBy(int endpoints, int max) {
    SliceDraft best = null;
    for (SliceDraft slice : unchanged) {
      if (slice.size() + endpoints <= max && (best == null || slice.size() > best.size())) {
        best = slice;
      }
    }
    return best;
  }
}
