package io.coxswain.kube.selinuxwarning;

import io.coxswain.runtime.metrics.Instruments;

/** Exports the conflicts at present. */
final class SelinuxWarningMetrics {
  private SelinuxWarningMetrics() {}

  static void register(Instruments instruments, VolumeUsers users) {
    instruments.gauge(
        "selinux_warning_controller_selinux_volume_conflict",
        "Conflict between two Pods using the same volume",
        callback ->
            users
                .conflicts()
                .forEach(
                    conflict ->
                        callback.call(
                            1,
                            conflict.property(),
                            conflict.pod().namespace(),
                            conflict.pod().name(),
                            conflict.value(),
                            conflict.other().namespace(),
                            conflict.other().name(),
                            conflict.otherValue())),
        "property",
        "pod1_namespace",
        "pod1_name",
        "pod1_value",
        "pod2_namespace",
        "pod2_name",
        "pod2_value");
  }
}
