/**
 * What the controllers of Endpoints and EndpointSlices share: which pods stand behind a service.
 *
 * <p>{@code Backends} is the entry. It is told of every change of a pod or a service and keeps the
 * little of each that matters ({@code PodFacts}, selectors), indexed by label. So a change of a pod
 * finds its services, and a pass over a service finds its pods, without looking at the rest of the
 * namespace and without decoding a single pod. {@code TargetPorts} resolves ports, {@code
 * TriggerTimes} remembers what has changed since the last pass, {@code GoHash} sorts ports as
 * upstream does.
 *
 * <p>Guarantees: what a pass reads is at least as new as the event that called for it; a pod is
 * noted once in the order of its changes.
 */
@NullMarked
package io.coxswain.kube.services;

import org.jspecify.annotations.NullMarked;
