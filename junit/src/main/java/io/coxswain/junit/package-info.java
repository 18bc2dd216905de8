/**
 * A Kubernetes API server for tests, inside the test's own process: no download, no container, and
 * no port unless requested.
 *
 * <pre>{@code
 * @KubeApi(manifests = "greeting-crd.yaml", controllers = true)
 * class GreetingOperatorTest {
 *   @Test
 *   void greets(KubernetesClient client) { ... }
 * }
 * }</pre>
 *
 * <p>Every test starts with its own server that contains the objects of the manifests and nothing
 * else. The server is restored from a snapshot, which takes almost no time. Unlike other test
 * servers, it can run the controllers of Kubernetes: owned objects are garbage-collected,
 * namespaces terminate, Deployments have pods, and simulated nodes run them. Tests that need no
 * extension use {@link io.coxswain.junit.KubeServer} directly.
 */
@NullMarked
package io.coxswain.junit;

import org.jspecify.annotations.NullMarked;
