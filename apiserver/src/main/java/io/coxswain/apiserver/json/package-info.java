/**
 * Trees of stored objects that are read no further than anyone looks.
 *
 * <p>A write looks at a few fields of an object and leaves the rest as it is. {@link
 * io.coxswain.apiserver.json.LazyJson#tree} gives a tree like any other, whose larger parts are
 * taken apart one level at a time, when first looked into. A part that nobody has looked into is
 * copied for nothing and written by copying its bytes, and two such parts over the same bytes are
 * known to be the same without comparing.
 *
 * <p>It reads only what {@link io.coxswain.api.Json#bytes} wrote: compact JSON without errors. A
 * tree may be read by several tasks at once as long as nobody changes it, like any other.
 */
@NullMarked
package io.coxswain.apiserver.json;

import org.jspecify.annotations.NullMarked;
