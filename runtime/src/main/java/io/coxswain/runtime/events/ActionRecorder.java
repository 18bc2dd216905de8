package io.coxswain.runtime.events;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Records events.k8s.io/v1 events about objects, which say what was done as well as why. Those that
 * differ in their note alone are one series and keep the first note. Never blocks and never fails:
 * events are lost rather than hold up a controller.
 */
public interface ActionRecorder {

  /**
   * @param action what was done or failed, such as {@code Reconciling}
   */
  @FormatMethod
  void normal(
      HasMetadata about, String reason, String action, @FormatString String note, Object... values);

  @FormatMethod
  void warning(
      HasMetadata about, String reason, String action, @FormatString String note, Object... values);

  /**
   * An event that concerns a second object too.
   *
   * @param type {@code Normal} or {@code Warning}; anything else is dropped
   */
  void record(
      HasMetadata about,
      @Nullable HasMetadata related,
      String type,
      String reason,
      String action,
      String note);
}
