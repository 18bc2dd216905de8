/**
 * Objects as the rows of a table, which is what {@code kubectl get} shows.
 *
 * <p>{@link io.coxswain.apiserver.table.TableFormat} knows the columns of one kind and how to fill
 * them; {@link io.coxswain.apiserver.table.BuiltInTables} has one per built-in kind, a custom
 * kind's comes from its printer columns. {@link io.coxswain.apiserver.table.JsonPath} is the subset
 * of JSONPath that definitions use, {@link io.coxswain.apiserver.table.Ages} the way durations are
 * shortened.
 *
 * <p>Columns, their order, types, priorities and descriptions are upstream's, since clients print
 * them as they come.
 */
@NullMarked
package io.coxswain.apiserver.table;

import org.jspecify.annotations.NullMarked;
