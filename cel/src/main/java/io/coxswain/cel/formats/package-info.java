/**
 * Text formats of Go and Kubernetes: the formats that schemas and expressions name ({@code
 * StringFormats}), URLs ({@code GoUrl}), regular expressions ({@code Patterns}).
 */
@NullMarked
package io.coxswain.cel.formats;

import org.jspecify.annotations.NullMarked;
