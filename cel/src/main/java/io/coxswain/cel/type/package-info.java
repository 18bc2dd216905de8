/**
 * Types of variables: those that a schema declares, with the sizes that cost estimates need, and
 * those of the variables of admission policies.
 */
@NullMarked
package io.coxswain.cel.type;

import org.jspecify.annotations.NullMarked;
