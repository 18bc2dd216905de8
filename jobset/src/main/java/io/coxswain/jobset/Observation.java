package io.coxswain.jobset;

import io.coxswain.api.jobset.JobSet;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What a pass has seen.
 *
 * @param jobs those controlled by the JobSet, by UID, in the order of names
 * @param serviceExists whether the name of the headless Service is taken, by whomever
 * @param claims names of the volume claims that exist
 * @param pods those labelled with the JobSet's name; read only for in-place restarts
 */
record Observation(
    JobSet jobSet,
    List<Job> jobs,
    boolean serviceExists,
    Set<String> claims,
    List<Pod> pods,
    Instant now) {}
