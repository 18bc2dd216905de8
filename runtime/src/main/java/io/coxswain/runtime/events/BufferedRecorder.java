package io.coxswain.runtime.events;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.coxswain.env.Clock;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.Locale;
import java.util.function.Consumer;

/** Buffers notes for {@link Events}. */
final class BufferedRecorder implements Recorder {
  private final String component;
  private final Clock clock;
  private final Consumer<Note> sink;

  BufferedRecorder(String component, Clock clock, Consumer<Note> sink) {
    this.component = component;
    this.clock = clock;
    this.sink = sink;
  }

  @Override
  @FormatMethod
  public void normal(
      HasMetadata about, String reason, @FormatString String message, Object... values) {
    record(about, "Normal", reason, String.format(Locale.ROOT, message, values));
  }

  @Override
  @FormatMethod
  public void warning(
      HasMetadata about, String reason, @FormatString String message, Object... values) {
    record(about, "Warning", reason, String.format(Locale.ROOT, message, values));
  }

  private void record(HasMetadata about, String type, String reason, String message) {
    sink.accept(new Note(reference(about), component, type, reason, message, clock.now()));
  }

  static ObjectReference reference(HasMetadata about) {
    ObjectMeta meta = about.getMetadata();
    return new ObjectReferenceBuilder()
        .withApiVersion(about.getApiVersion())
        .withKind(about.getKind())
        .withNamespace(meta.getNamespace())
        .withName(meta.getName())
        .withUid(meta.getUid())
        .withResourceVersion(meta.getResourceVersion())
        .build();
  }
}
