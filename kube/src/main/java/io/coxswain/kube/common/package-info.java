/**
 * What several controllers share: owner references and claims, finalizers, times, pods and their
 * templates, numbers given as percentages. Each class answers one kind of question, or makes one
 * kind of write, and knows nothing of the controllers that ask.
 *
 * <p>A controller that keeps pods finds them with {@link
 * io.coxswain.kube.common.ControllerRefManager}, makes them from its template with {@link
 * io.coxswain.kube.common.PodTemplates}, and creates and deletes them with {@link
 * io.coxswain.kube.common.OwnedPods}, which also tells of it. What a pod is doing is in {@link
 * io.coxswain.kube.common.Pods}; which are missed least in {@link
 * io.coxswain.kube.common.PodRanking}.
 */
@NullMarked
package io.coxswain.kube.common;

import org.jspecify.annotations.NullMarked;
