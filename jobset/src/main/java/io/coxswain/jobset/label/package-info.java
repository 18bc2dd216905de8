/** Label and annotation keys of JobSet. */
@NullMarked
package io.coxswain.jobset.label;

import org.jspecify.annotations.NullMarked;
