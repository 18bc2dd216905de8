/**
 * Resource usage of nodes and pods: {@link io.coxswain.node.usage.PodUsage} is the usage of one
 * pod, {@link io.coxswain.node.usage.UsageSource} measures it. Measured on request, without cost
 * otherwise.
 */
@NullMarked
package io.coxswain.node.usage;

import org.jspecify.annotations.NullMarked;
