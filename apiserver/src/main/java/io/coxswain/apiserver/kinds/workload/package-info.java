/**
 * Workload kinds: Deployments, ReplicaSets, ReplicationControllers, StatefulSets, DaemonSets, Jobs,
 * CronJobs, PodTemplates, ControllerRevisions, autoscalers and disruption budgets.
 */
@NullMarked
package io.coxswain.apiserver.kinds.workload;

import org.jspecify.annotations.NullMarked;
