/**
 * The scheduler as a program of its own, in place of kube-scheduler: flags, configuration file and
 * start-up. Flags and fields of kube-scheduler that this scheduler has no feature for are rejected
 * by name. Entry: {@link io.coxswain.node.scheduler.program.SchedulerProgram}.
 */
@NullMarked
package io.coxswain.node.scheduler.program;

import org.jspecify.annotations.NullMarked;
