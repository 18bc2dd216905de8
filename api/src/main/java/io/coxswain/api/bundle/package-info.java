/** The custom kinds of all managers, and the generator of their CRDs. */
@NullMarked
package io.coxswain.api.bundle;

import org.jspecify.annotations.NullMarked;
