/** The measurements themselves, on a small scale. */
@NullMarked
package io.coxswain.bench;

import org.jspecify.annotations.NullMarked;
