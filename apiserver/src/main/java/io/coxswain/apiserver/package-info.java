/** See the packages below. */
@NullMarked
package io.coxswain.apiserver;

import org.jspecify.annotations.NullMarked;
