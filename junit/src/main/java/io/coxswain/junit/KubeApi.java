package io.coxswain.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of the class an API server of its own. Test methods, {@code @BeforeEach} methods
 * and constructors may take a {@link io.fabric8.kubernetes.client.KubernetesClient} of an
 * administrator, the {@link KubeServer} itself, or its {@link ManualTime}.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KubeApiExtension.class)
public @interface KubeApi {
  /**
   * What is there when a test begins: YAML files with any number of objects, in order. Each is a
   * resource beside the test class (or from the root, with a leading slash), or else a file.
   */
  String[] manifests() default {};

  /** Whether the controllers of kube-controller-manager run. */
  boolean controllers() default false;

  /** How many simulated nodes, with a scheduler, run pods. More than none needs controllers. */
  int nodes() default 0;

  /** Whether the server's time stands still but for {@link ManualTime#advance}. */
  boolean manualTime() default false;
}
