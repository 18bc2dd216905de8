package io.coxswain.apiserver.kinds;

import java.util.List;

/**
 * The properties of a served kind that need no code.
 *
 * @param collection the storage name of its objects
 * @param custom whether it is defined by a CRD
 * @param createOnUpdate a PUT on a missing object creates it
 * @param unconditionalUpdate a PUT needs no resourceVersion
 * @param deleteReturnsObject a delete returns the object, not a Status
 * @param orphansByDefault dependents are orphaned by default on deletion
 * @param terminating its CRD is being deleted: creates are rejected
 * @param deprecation the warning for users of the kind; empty for none
 * @param metadataChecks how often its metadata is validated
 * @param unowned the fields that have no owner in managedFields
 */
public record KindFacts(
    String collection,
    String singular,
    List<String> shortNames,
    List<String> categories,
    List<String> verbs,
    List<Subresource> subresources,
    NameRule names,
    Generation generation,
    boolean custom,
    boolean createOnUpdate,
    boolean unconditionalUpdate,
    boolean deleteReturnsObject,
    boolean orphansByDefault,
    String deprecation,
    boolean terminating,
    MetadataChecks metadataChecks,
    UnownedFields unowned) {}
