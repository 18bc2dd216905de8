package io.coxswain.kube.devicetainteviction;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The slices of one pool. Those that are not of its newest generation are obsolete. */
record DevicePool(List<ResourceSlice> slices) {

  /** The value of the indexes by pool. */
  static String id(@Nullable String driver, @Nullable String pool) {
    return driver + "/" + pool;
  }

  static String id(ResourceSlice slice) {
    return id(slice.getSpec().getDriver(), slice.getSpec().getPool().getName());
  }

  /** The slices of the newest generation. */
  List<ResourceSlice> current() {
    long newest = slices.stream().mapToLong(DevicePool::generation).max().orElse(0);
    return slices.stream().filter(slice -> generation(slice) == newest).toList();
  }

  static long generation(ResourceSlice slice) {
    Long generation = slice.getSpec().getPool().getGeneration();
    return generation == null ? 0 : generation;
  }

  static List<Device> devices(ResourceSlice slice) {
    List<Device> devices = slice.getSpec().getDevices();
    return devices == null ? List.of() : devices;
  }

  /** The NoExecute taints that the driver published for a device. */
  List<TrackedTaint> taints(String device) {
    var taints = new ArrayList<TrackedTaint>();
    for (ResourceSlice slice : current()) {
      for (Device each : devices(slice)) {
        if (device.equals(each.getName())) {
          taints.addAll(taints(slice, each));
          return taints;
        }
      }
    }
    return taints;
  }

  private static List<TrackedTaint> taints(ResourceSlice slice, Device device) {
    var taints = new ArrayList<TrackedTaint>();
    List<DeviceTaint> all = Objects.requireNonNullElse(device.getTaints(), List.of());
    for (int i = 0; i < all.size(); i++) {
      DeviceTaint taint = all.get(i);
      if (TrackedTaint.NO_EXECUTE.equals(taint.getEffect())) {
        String place =
            "ResourceSlice %s %s/%s taint #%d"
                .formatted(slice.getMetadata().getName(), id(slice), device.getName(), i);
        taints.add(
            new TrackedTaint(
                taint.getKey(),
                taint.getValue(),
                TrackedTaint.time(taint.getTimeAdded()),
                null,
                place));
      }
    }
    return taints;
  }
}
