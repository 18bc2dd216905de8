package io.coxswain.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of the class its own API server. Test methods, {@code @BeforeEach} methods and
 * constructors may take an administrator's {@link io.fabric8.kubernetes.client.KubernetesClient},
 * the {@link KubeServer} itself, or its {@link ManualTime}.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KubeApiExtension.class)
public @interface KubeApi {
  /**
   * The objects that exist when a test begins: YAML files with any number of objects, in order.
   * Each is a resource next to the test class (or from the root, with a leading slash), or else a
   * file.
   */
  String[] manifests() default {};

  /** Whether the controllers of kube-controller-manager run. */
  boolean controllers() default false;

  /**
   * The number of simulated nodes that run pods, with a scheduler. A number above 0 requires
   * controllers.
   */
  int nodes() default 0;

  /** Whether the server's time moves only by {@link ManualTime#advance}. */
  boolean manualTime() default false;
}
