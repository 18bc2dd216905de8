package io.coxswain.sim;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/**
 * The result of one run.
 *
 * @param hash SHA-256 over all requests, responses and watch frames
 * @param writes API writes by process
 * @param endState all objects at the end, see {@link EndState}
 * @param steps turns taken by all tasks
 * @param points blocking points by process
 * @param lines every request, if requested
 * @param writeTrace every write with its writer and the revision that the writer had seen, if
 *     requested
 */
public record Run(
    long seed,
    FaultPlan plan,
    String hash,
    long steps,
    long requests,
    Duration elapsed,
    SortedMap<String, Integer> writes,
    SortedMap<String, Integer> points,
    String endState,
    List<String> lines,
    List<String> writeTrace) {}
