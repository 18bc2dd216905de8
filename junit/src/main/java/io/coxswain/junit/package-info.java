/**
 * A Kubernetes API server for tests, within the test's own process: no download, no container, no
 * port unless one is asked for.
 *
 * <pre>{@code
 * @KubeApi(manifests = "greeting-crd.yaml", controllers = true)
 * class GreetingOperatorTest {
 *   @Test
 *   void greets(KubernetesClient client) { ... }
 * }
 * }</pre>
 *
 * <p>Every test begins with a server of its own that holds what the manifests say and nothing else;
 * that is a snapshot, so it costs next to nothing. Unlike what other test servers offer, the
 * controllers of Kubernetes can run beside it: owned objects are collected, namespaces end,
 * Deployments have pods, and simulated nodes run these. Tests that need no extension use {@link
 * io.coxswain.junit.KubeServer} directly.
 */
@NullMarked
package io.coxswain.junit;

import org.jspecify.annotations.NullMarked;
