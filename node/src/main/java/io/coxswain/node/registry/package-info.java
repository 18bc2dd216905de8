/**
 * What every node does regardless of its pods: it registers, reports its status, and renews its
 * lease.
 *
 * <p>{@link io.coxswain.node.registry.NodeProfile} contains the properties of a node; {@link
 * io.coxswain.node.registry.NodeRegistry} maintains the Node objects and leases of any number of
 * nodes with one task. A lease has a duration of 40 s and is renewed every 10 s; a node's status is
 * written when it changes, and every 5 min.
 *
 * <p>A node with the annotation {@code coxswain.io/silent: "true"} behaves like one without a
 * network: no lease, no status, no updates of its pods, until the annotation is removed.
 */
@NullMarked
package io.coxswain.node.registry;

import org.jspecify.annotations.NullMarked;
