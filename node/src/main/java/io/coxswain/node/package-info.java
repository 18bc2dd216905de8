/** See the packages below. */
@NullMarked
package io.coxswain.node;

import org.jspecify.annotations.NullMarked;
