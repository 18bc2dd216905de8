package io.coxswain.kube.selinuxwarning;

import io.coxswain.api.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/** Which pods use which volume, and how. Thread-safe; bounded by the number of pods. */
final class VolumeUsers {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, TreeMap<String, Use>> byPod = new TreeMap<>();
  private final TreeMap<String, TreeMap<ObjectKey, Use>> byVolume = new TreeMap<>();

  /**
   * How a pod uses a volume.
   *
   * @param policy {@code MountOption} or {@code Recursive}
   * @param driver the CSI driver of the volume; empty if it has none
   */
  record Use(SelinuxLabel label, String policy, String driver) {}

  /** Records all volumes of a pod. Returns the conflicts that arise, each for both pods. */
  List<VolumeConflict> put(ObjectKey pod, SortedMap<String, Use> uses) {
    lock.lock();
    try {
      TreeMap<String, Use> before = byPod.getOrDefault(pod, new TreeMap<>());
      forgetLocked(pod);
      var conflicts = new ArrayList<VolumeConflict>();
      uses.forEach(
          (volume, use) -> {
            TreeMap<ObjectKey, Use> users = byVolume.computeIfAbsent(volume, v -> new TreeMap<>());
            if (!use.equals(before.get(volume))) {
              users.forEach((other, its) -> conflicts.addAll(conflicts(pod, use, other, its)));
            }
            users.put(pod, use);
          });
      if (!uses.isEmpty()) {
        byPod.put(pod, new TreeMap<>(uses));
      }
      return conflicts;
    } finally {
      lock.unlock();
    }
  }

  private static List<VolumeConflict> conflicts(
      ObjectKey pod, Use use, ObjectKey other, Use another) {
    var conflicts = new ArrayList<VolumeConflict>();
    if (!use.policy.equals(another.policy)) {
      conflicts.add(
          new VolumeConflict(VolumeConflict.POLICY, pod, use.policy, other, another.policy));
    }
    if (use.label.conflictsWith(another.label)) {
      conflicts.add(
          new VolumeConflict(
              VolumeConflict.LABEL, pod, use.label.toString(), other, another.label.toString()));
    }
    for (VolumeConflict each : List.copyOf(conflicts)) {
      conflicts.add(each.reversed());
    }
    return conflicts;
  }

  void forget(ObjectKey pod) {
    lock.lock();
    try {
      forgetLocked(pod);
    } finally {
      lock.unlock();
    }
  }

  private void forgetLocked(ObjectKey pod) {
    TreeMap<String, Use> uses = byPod.remove(pod);
    if (uses == null) {
      return;
    }
    for (String volume : uses.keySet()) {
      TreeMap<ObjectKey, Use> users = byVolume.get(volume);
      if (users != null) {
        users.remove(pod);
        if (users.isEmpty()) {
          byVolume.remove(volume);
        }
      }
    }
  }

  /** The pods that use volumes of a CSI driver. */
  SortedSet<ObjectKey> podsOf(String driver) {
    lock.lock();
    try {
      var pods = new TreeSet<ObjectKey>();
      byPod.forEach(
          (pod, uses) -> {
            if (uses.values().stream().anyMatch(use -> use.driver.equals(driver))) {
              pods.add(pod);
            }
          });
      return pods;
    } finally {
      lock.unlock();
    }
  }

  /** All conflicts at present, each for both pods and once for all volumes that they share. */
  List<VolumeConflict> conflicts() {
    lock.lock();
    try {
      var conflicts = new ArrayList<VolumeConflict>();
      for (TreeMap<ObjectKey, Use> users : byVolume.values()) {
        users.forEach(
            (pod, use) ->
                users
                    .tailMap(pod, false)
                    .forEach(
                        (other, another) -> conflicts.addAll(conflicts(pod, use, other, another))));
      }
      return conflicts.stream().distinct().toList();
    } finally {
      lock.unlock();
    }
  }
}
