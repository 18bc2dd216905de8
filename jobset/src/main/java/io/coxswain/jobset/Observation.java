package io.coxswain.jobset;

import io.coxswain.api.jobset.JobSet;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The observed state of one reconcile.
 *
 * @param jobs those controlled by the JobSet, by UID, in the order of names
 * @param serviceExists whether a Service with the name of the headless Service exists, regardless
 *     of its owner
 * @param claims names of the existing volume claims
 * @param pods those labelled with the JobSet's name; read only for in-place restarts
 */
record Observation(
    JobSet jobSet,
    List<Job> jobs,
    boolean serviceExists,
    Set<String> claims,
    List<Pod> pods,
    Instant now) {}
