/**
 * What the console keeps of an object: small immutable records that are read from its JSON. Fifty
 * thousand pods take some tens of megabytes in this form.
 */
@NullMarked
package io.coxswain.console.summary;

import org.jspecify.annotations.NullMarked;
