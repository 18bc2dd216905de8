package io.coxswain.console.session;

import io.coxswain.console.browse.KindCatalogue;
import io.coxswain.console.model.ClusterModel;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A user's session. Thread-safe. */
public final class Session {
  private final String csrf;
  private final ClusterModel model;
  private final KindCatalogue kinds;
  private final boolean ownsModel;
  private final UserInfo user;
  private final long begun;
  private final AtomicLong used;
  private final OpenStreams streams = new OpenStreams();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final RetainedDocuments retained = new RetainedDocuments();

  /**
   * @param csrf the token that requests with effects must carry
   * @param ownsModel whether the model ends with the session
   * @param now monotonic nanoseconds
   */
  Session(String csrf, ClusterModel model, boolean ownsModel, UserInfo user, long now) {
    this.csrf = csrf;
    this.model = model;
    this.kinds = new KindCatalogue(model.env(), model.transport());
    this.ownsModel = ownsModel;
    this.user = user;
    this.begun = now;
    this.used = new AtomicLong(now);
  }

  public String csrf() {
    return csrf;
  }

  /** Whether a request carries the token of the session. */
  public boolean accepts(String csrfToken) {
    return Secrets.equal(csrf, csrfToken);
  }

  public ClusterModel model() {
    return model;
  }

  /** The kinds of the cluster, as the user may see them. */
  public KindCatalogue kinds() {
    return kinds;
  }

  public UserInfo user() {
    return user;
  }

  /** The documents of streams that broke. */
  public RetainedDocuments retained() {
    return retained;
  }

  public OpenStreams streams() {
    return streams;
  }

  /** Ends the streams with these ids, which the browser has closed. */
  public void closeStreams(List<String> ids) {
    streams.close(ids);
    model.changed().ring();
  }

  /** Whether the session has ended; its streams end then. */
  public boolean isEnded() {
    return ended.get();
  }

  void touch(long now) {
    used.set(now);
  }

  boolean isIdle(long now, long maxIdle, long maxAge) {
    return now - begun > maxAge || (streams.size() == 0 && now - used.get() > maxIdle);
  }

  long used() {
    return used.get();
  }

  void end() {
    if (ended.compareAndSet(false, true)) {
      model.changed().ring();
      if (ownsModel) {
        model.close();
      }
    }
  }
}
