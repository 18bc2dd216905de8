@NullMarked
package io.coxswain.node.scheduler.program;

import org.jspecify.annotations.NullMarked;
