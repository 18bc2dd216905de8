/**
 * Objects of any kind: which kinds there are, the tables that the server prints, and one object
 * with its YAML, owners, dependents, field owners and events.
 */
@NullMarked
package io.coxswain.console.browse;

import org.jspecify.annotations.NullMarked;
