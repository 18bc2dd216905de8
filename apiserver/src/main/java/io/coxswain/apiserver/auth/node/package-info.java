/**
 * Permissions of nodes. A node is a user {@code system:node:NAME} in the group {@code
 * system:nodes}.
 *
 * <p>{@link io.coxswain.apiserver.auth.node.NodeAuthorizer} lets a node read the objects to which
 * the pods bound to it refer, and no others of these kinds. The admission plugin {@code
 * NodeRestriction} decides what depends on the body of a request.
 */
@NullMarked
package io.coxswain.apiserver.auth.node;

import org.jspecify.annotations.NullMarked;
