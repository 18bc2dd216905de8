/**
 * The embedded API server and a real one side by side: the same requests to both over HTTPS, the
 * answers compared field by field.
 *
 * <p>A {@link io.coxswain.real.differential.Conversation} sends each request to both and notes
 * where the answers differ once UIDs, times, revisions and generated names are made equal. What may
 * differ stands in {@code differences.txt} with its reason; an entry that nothing needs any more
 * fails the test too.
 */
@NullMarked
package io.coxswain.real.differential;

import org.jspecify.annotations.NullMarked;
