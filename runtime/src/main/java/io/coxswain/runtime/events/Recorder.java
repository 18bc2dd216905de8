package io.coxswain.runtime.events;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Records core/v1 events. Never blocks and never fails: events are dropped rather than delay a
 * controller.
 */
public interface Recorder {

  @FormatMethod
  void normal(HasMetadata about, String reason, @FormatString String message, Object... values);

  @FormatMethod
  void warning(HasMetadata about, String reason, @FormatString String message, Object... values);
}
