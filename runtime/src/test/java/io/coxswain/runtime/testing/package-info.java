/** Test doubles of the environment for tests of the runtime. */
@NullMarked
package io.coxswain.runtime.testing;

import org.jspecify.annotations.NullMarked;
