package io.coxswain.junit;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A kind of somebody's operator, as users of fabric8 write it. */
@Group("example.com")
@Version("v1")
public final class Greeting extends CustomResource<Greeting.Spec, Greeting.Status>
    implements Namespaced {
  private static final long serialVersionUID = 1;

  public static final class Spec {
    public String name = "";
    public @Nullable String language;
  }

  public static final class Status {
    public String text = "";
  }
}
