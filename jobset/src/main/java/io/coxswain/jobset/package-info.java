/** See the packages below. */
@NullMarked
package io.coxswain.jobset;

import org.jspecify.annotations.NullMarked;
