package io.coxswain.apiserver.audit;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A watch whose end is recorded. */
public record AuditedWatch(ApiWatch watch, AuditTrail trail, AtomicBoolean ended)
    implements ApiWatch {
  public AuditedWatch(ApiWatch watch, AuditTrail trail) {
    this(watch, trail, new AtomicBoolean());
  }

  @Override
  public int status() {
    return watch.status();
  }

  @Override
  public String mediaType() {
    return watch.mediaType();
  }

  @Override
  public ApiResponse errorResponse() {
    return watch.errorResponse();
  }

  @Override
  public @Nullable Frame next() throws IOException {
    return watch.next();
  }

  @Override
  public boolean ready() {
    return watch.ready();
  }

  @Override
  public void close() {
    watch.close();
    if (ended.compareAndSet(false, true)) {
      trail.completed(watch.status());
    }
  }
}
