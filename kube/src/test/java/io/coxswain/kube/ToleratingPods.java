package io.coxswain.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;

/**
 * Three pods on something that is to be tainted: {@code bare} tolerates nothing, {@code patient}
 * tolerates the taint for a minute, {@code tolerant} for ever.
 */
public final class ToleratingPods {
  private ToleratingPods() {}

  /** Creates a pod. */
  @FunctionalInterface
  public interface Creation {
    void create(String name, Toleration toleration) throws ApiException;
  }

  /** How long a pod tolerates the taint. */
  public enum Toleration {
    NONE,
    ONE_MINUTE,
    FOREVER
  }

  /** Creates the three and waits until the controllers know them. */
  public static void create(Cluster cluster, Creation creation) throws ApiException {
    creation.create("bare", Toleration.NONE);
    creation.create("patient", Toleration.ONE_MINUTE);
    creation.create("tolerant", Toleration.FOREVER);
    cluster.world().run(Duration.ofSeconds(1));
  }

  public static boolean isEvicted(Cluster cluster, String name) throws ApiException {
    Optional<Pod> pod = cluster.world().objects().find(Pod.class, Cluster.key(name));
    return pod.map(p -> p.getMetadata().getDeletionTimestamp() != null).orElse(true);
  }

  /**
   * Waits for the evictions of a taint that has just been added.
   *
   * @param event of the eviction of {@code bare}
   */
  public static void assertEvictedWhenTolerationEnds(Cluster cluster, String event)
      throws ApiException {
    cluster.world().run(Duration.ofSeconds(2));
    assertThat(isEvicted(cluster, "bare")).isTrue();
    assertThat(cluster.events("bare")).containsExactly(event);

    cluster.world().run(Duration.ofSeconds(57));
    assertThat(isEvicted(cluster, "patient")).isFalse();
    cluster.world().run(Duration.ofSeconds(3));
    assertThat(isEvicted(cluster, "patient")).isTrue();

    cluster.world().run(Duration.ofHours(1));
    assertThat(isEvicted(cluster, "tolerant")).isFalse();
  }
}
