/**
 * Leader migration: which controllers run under the program's own lock and which under one that is
 * shared with another program, so that they can move from one to the other without a gap. {@link
 * io.coxswain.kube.host.migration.MigrationConfig} is the file, {@link
 * io.coxswain.kube.host.migration.LeaderMigrator} what follows from it.
 */
@NullMarked
package io.coxswain.kube.host.migration;

import org.jspecify.annotations.NullMarked;
