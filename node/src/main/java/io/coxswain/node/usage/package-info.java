/**
 * What nodes and pods use of their machines: {@link io.coxswain.node.usage.PodUsage} is what one
 * pod uses, {@link io.coxswain.node.usage.UsageSource} is whoever runs pods and can tell. Measured
 * when asked for; nobody who does not ask pays for it.
 */
@NullMarked
package io.coxswain.node.usage;

import org.jspecify.annotations.NullMarked;
