/**
 * The list of all built-in kinds, in the order of discovery. Depends on the packages that define
 * them.
 */
@NullMarked
package io.coxswain.apiserver.builtin;

import org.jspecify.annotations.NullMarked;
