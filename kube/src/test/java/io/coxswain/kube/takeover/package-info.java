/** Whether a cluster that another manager kept is left as it is. */
@NullMarked
package io.coxswain.kube.takeover;

import org.jspecify.annotations.NullMarked;
