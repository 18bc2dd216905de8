/**
 * What nodes may do. A node is a user {@code system:node:NAME} in the group {@code system:nodes}.
 *
 * <p>{@link io.coxswain.apiserver.auth.node.NodeAuthorizer} lets a node read what the pods bound to
 * it refer to, and nothing else of that kind. What it cannot decide without the body of a request
 * is left to the admission plugin {@code NodeRestriction}.
 */
@NullMarked
package io.coxswain.apiserver.auth.node;

import org.jspecify.annotations.NullMarked;
