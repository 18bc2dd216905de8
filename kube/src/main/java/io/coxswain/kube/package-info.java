/** See the packages below. */
@NullMarked
package io.coxswain.kube;

import org.jspecify.annotations.NullMarked;
