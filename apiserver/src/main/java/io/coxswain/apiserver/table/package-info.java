/**
 * Objects as the rows of a table, which {@code kubectl get} prints.
 *
 * <p>{@link io.coxswain.apiserver.table.TableFormat} contains the columns of one kind and computes
 * their values; {@link io.coxswain.apiserver.table.BuiltInTables} has one per built-in kind, a
 * custom kind's comes from its printer columns. {@link io.coxswain.apiserver.table.JsonPath} is the
 * subset of JSONPath that CRDs use, {@link io.coxswain.apiserver.table.Ages} formats durations.
 *
 * <p>Columns, their order, types, priorities and descriptions are upstream's, because clients print
 * them unchanged.
 */
@NullMarked
package io.coxswain.apiserver.table;

import org.jspecify.annotations.NullMarked;
