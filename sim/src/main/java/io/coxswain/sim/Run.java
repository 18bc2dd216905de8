package io.coxswain.sim;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/**
 * What came of one run.
 *
 * @param hash SHA-256 over all requests, answers and watch frames
 * @param writes API writes by process
 * @param endState all objects at the end, without what may differ between equal states
 * @param steps turns taken by all tasks
 * @param points blocking points by process
 * @param lines every request, if that was asked for
 * @param story who wrote what having seen which revision, if that was asked for
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
    List<String> story) {}
