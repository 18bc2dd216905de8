package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.auth.review.Review;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.WriteContext;

/** Handles creates of a review, which is evaluated and not stored. */
final class ReviewHandler implements RequestHandler {
  private final Review review;
  private final Contexts contexts;
  private final Ownership ownership;
  private final Admission admission;

  ReviewHandler(Review review, Contexts contexts, Ownership ownership, Admission admission) {
    this.review = review;
    this.contexts = contexts;
    this.ownership = ownership;
    this.admission = admission;
  }

  @Override
  public HandlerResponse handle(Target target) {
    ObjectNode question = Body.object(target.request(), target.kind());
    return new HandlerResponse.Whole(
        Representation.of(target).tree(201, answer(target, question), target.warnings()));
  }

  private ObjectNode answer(Target target, ObjectNode question) {
    ObjectDecoder.decode(target, question);
    String namespace = target.info().namespace();
    if (target.kind().type().namespaced()) {
      if (Meta.namespace(question).isEmpty()) {
        Meta.of(question).put("namespace", namespace);
      } else if (!Meta.namespace(question).equals(namespace)) {
        throw StatusException.badRequest(
            "the namespace of the provided object does not match the namespace sent on the"
                + " request");
      }
    }
    ownership.created(target, question);
    WriteContext context = contexts.of(target);
    var attributes = admission.creating(target, question, context);
    admission.mutate(attributes);
    review.check(question, namespace);
    admission.validate(attributes);
    return review.answer(question, target.user());
  }
}
