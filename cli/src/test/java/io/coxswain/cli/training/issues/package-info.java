/**
 * Bugs that upstream had, each played on the whole cluster in virtual time; the name of a test says
 * what must be, its comment where the bug was reported.
 */
@NullMarked
package io.coxswain.cli.training.issues;

import org.jspecify.annotations.NullMarked;
