package io.coxswain.kube.host.profiling;

/**
 * One frame of a stack.
 *
 * @param function the class and the method
 * @param file empty if unknown
 * @param line 0 if unknown
 */
public record Frame(String function, String file, int line) {}
