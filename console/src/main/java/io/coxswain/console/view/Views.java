package io.coxswain.console.view;

import io.coxswain.api.ObjectKey;
import io.coxswain.console.browse.KindCatalogue;
import io.coxswain.console.browse.ObjectPage;
import io.coxswain.console.browse.ServerTable;
import io.coxswain.console.controllers.Programs;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.http.Parameters;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.Ref;

/** Opens views by name. */
public final class Views {
  private static final int MAX_REF = 1024;
  private static final int MAX_NODES = 500;
  private static final int MAX_ROWS = 500;

  private final boolean actions;
  private final Programs programs;

  /**
   * @param actions whether users may change objects
   */
  public Views(boolean actions, Programs programs) {
    this.actions = actions;
    this.programs = programs;
  }

  /**
   * Opens a view.
   *
   * @throws HttpError if there is no such view, or a parameter is invalid
   */
  public View open(String name, Parameters parameters, ClusterModel model, KindCatalogue kinds)
      throws HttpError {
    return switch (name) {
      case "trainings" -> new TrainingsView(model, parameters.name("namespace"));
      case "training" ->
          new TrainingView(
              model,
              new ObjectKey(parameters.requiredName("namespace"), parameters.requiredName("name")));
      case "cluster" -> new ClusterView(model, window(parameters));
      case "pods" -> PodList.of(model, parameters);
      case "slurm" ->
          new SlurmView(
              model, new ObjectKey(parameters.name("namespace"), parameters.name("name")));
      case "controllers" -> new ControllersView(programs, model.client());
      case "object" -> {
        Ref ref = ref(parameters.longText("ref", MAX_REF));
        yield new ObjectView(model, new ObjectPage(model, kinds, ref), ref, actions);
      }
      case "table" ->
          new TableView(
              new ServerTable(model.client(), collection(parameters)),
              parameters.text("filter"),
              parameters.number("limit", MAX_ROWS, 1, MAX_ROWS));
      default -> throw new HttpError(404, "NotFound", "there is no view \"" + name + "\"");
    };
  }

  private static ClusterView.Window window(Parameters parameters) throws HttpError {
    return new ClusterView.Window(
        parameters.text("sort"),
        parameters.flag("desc"),
        parameters.text("filter"),
        parameters.number("offset", 0, 0, Integer.MAX_VALUE),
        parameters.number("limit", 100, 1, MAX_NODES));
  }

  /** The reference to an object. */
  public static Ref ref(String text) throws HttpError {
    try {
      return Ref.parse(text);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest("ref: " + e.getMessage());
    }
  }

  /** The collection that the parameters {@code kind} and {@code namespace} name. */
  public static Ref collection(Parameters parameters) throws HttpError {
    String namespace = parameters.name("namespace");
    return ref(
        parameters.longText("kind", MAX_REF)
            + "/"
            + (namespace.isEmpty() ? "_" : namespace)
            + "/any");
  }
}
