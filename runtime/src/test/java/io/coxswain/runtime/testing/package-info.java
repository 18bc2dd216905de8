/** Stand-ins for the world outside, for tests of the runtime alone. */
@NullMarked
package io.coxswain.runtime.testing;

import org.jspecify.annotations.NullMarked;
