/**
 * Code shared by several controllers: owner references and adoption, finalizers, timestamps, pods
 * and their templates, percentages. The classes do not depend on the controllers that use them.
 *
 * <p>A controller that owns pods finds them with {@link
 * io.coxswain.kube.common.ControllerRefManager}, builds them with {@link
 * io.coxswain.kube.common.PodTemplates}, and creates and deletes them with {@link
 * io.coxswain.kube.common.OwnedPods}, which also records events. {@link
 * io.coxswain.kube.common.Pods} reads the state of a pod, and {@link
 * io.coxswain.kube.common.PodRanking} orders pods for deletion.
 */
@NullMarked
package io.coxswain.kube.common;

import org.jspecify.annotations.NullMarked;
