package io.coxswain.runtime.events;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Records events.k8s.io/v1 events, which have an action in addition to a reason. Events that differ
 * only in their note form one series and keep the first note. Never blocks and never fails: events
 * are dropped rather than delay a controller.
 */
public interface ActionRecorder {

  /**
   * @param action the action that was performed or failed, such as {@code Reconciling}
   */
  @FormatMethod
  void normal(
      HasMetadata about, String reason, String action, @FormatString String note, Object... values);

  @FormatMethod
  void warning(
      HasMetadata about, String reason, String action, @FormatString String note, Object... values);

  /**
   * Records an event with a related object.
   *
   * @param type {@code Normal} or {@code Warning}; others are dropped
   */
  void record(
      HasMetadata about,
      @Nullable HasMetadata related,
      String type,
      String reason,
      String action,
      String note);
}
