package io.coxswain.kube.endpointslice;

import io.coxswain.kube.services.EndpointIdentity;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Assigns endpoints with equal ports to slices. Existing endpoints stay in their slices; new ones
 * go to slices that are written anyway, then to the slice they fill best, then to new slices. This
 * minimizes writes, not slices.
 *
 * @param unchanged slices that are not written
 * @param added the number of new endpoints
 * @param removed the number of endpoints removed from their slices
 */
record SlicePacking(
    List<SliceDraft> create,
    List<SliceDraft> update,
    List<SliceDraft> delete,
    List<SliceDraft> unchanged,
    int added,
    int removed) {

  /**
   * @param labels the desired labels of each slice
   * @param fresh creates an empty slice for these ports
   */
  static SlicePacking of(
      List<EndpointSlice> existing,
      List<Endpoint> wanted,
      SliceLabels labels,
      Supplier<SliceDraft> fresh,
      int max) {
    var missing = LinkedHashMap.<EndpointIdentity, Endpoint>newLinkedHashMap(wanted.size());
    wanted.forEach(e -> missing.put(EndpointIdentity.of(e), e));
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

  /** Keeps the desired endpoints in the slice; returns the number of removed ones. */
  private int keep(
      EndpointSlice slice, Map<EndpointIdentity, Endpoint> missing, SliceLabels labels) {
    List<Endpoint> before = SliceDraft.endpoints(slice);
    var kept = new ArrayList<Endpoint>(before.size());
    boolean changed = false;
    for (Endpoint endpoint : before) {
      Endpoint now = missing.remove(EndpointIdentity.of(endpoint));
      if (now != null) {
        kept.add(now);
        changed |= !EndpointIdentity.isSameState(now, endpoint);
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
