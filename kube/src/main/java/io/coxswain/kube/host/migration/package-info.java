/**
 * Leader migration: which controllers run under the main lease and which under a lease shared with
 * another program, so that they can move between programs without a gap. {@link
 * io.coxswain.kube.host.migration.MigrationConfig} is the file format, {@link
 * io.coxswain.kube.host.migration.LeaderMigrator} applies it.
 */
@NullMarked
package io.coxswain.kube.host.migration;

import org.jspecify.annotations.NullMarked;
