package io.coxswain.apiserver.kinds;

import java.util.List;

/**
 * The facts of a served kind that need no code.
 *
 * @param collection the name objects are stored under
 * @param custom defined by a CustomResourceDefinition
 * @param createOnUpdate a PUT on a missing object creates it
 * @param unconditionalUpdate a PUT needs no resourceVersion
 * @param deleteReturnsObject a delete is answered with the object, not with a Status
 * @param orphansByDefault dependents outlive a delete that does not say otherwise
 * @param terminating its definition is being deleted: nothing new is made
 * @param deprecation what to tell whoever uses the kind; empty when nothing
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
    boolean terminating) {}
