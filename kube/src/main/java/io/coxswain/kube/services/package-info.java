/**
 * Code shared by the Endpoints and EndpointSlice controllers: the pods of a service.
 *
 * <p>{@code ServicePodIndex} is the entry. It receives every pod and service event and keeps the
 * few fields that matter ({@code PodFacts}, selectors), indexed by label. So a pod event finds its
 * services, and a reconcile of a service finds its pods, without iterating over the namespace and
 * without decoding pods. {@code TargetPorts} resolves ports, {@code TriggerTimes} tracks changes
 * since the last reconcile, {@code GoHash} sorts ports as upstream does.
 *
 * <p>Guarantees: a reconcile reads state that is at least as new as the event that triggered it,
 * and the changes of a pod are applied in order.
 */
@NullMarked
package io.coxswain.kube.services;

import org.jspecify.annotations.NullMarked;
