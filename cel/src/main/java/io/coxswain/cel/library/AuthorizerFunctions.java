package io.coxswain.cel.library;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.TypeValue;
import java.util.List;

/**
 * Questions about rights: {@code authorizer.group('apps').resource('deployments').check('get')}.
 */
public final class AuthorizerFunctions {
  public static final OpaqueType AUTHORIZER =
      OpaqueType.create("kubernetes.authorization.Authorizer");
  private static final OpaqueType PATH = OpaqueType.create("kubernetes.authorization.PathCheck");
  private static final OpaqueType GROUP = OpaqueType.create("kubernetes.authorization.GroupCheck");
  public static final OpaqueType RESOURCE =
      OpaqueType.create("kubernetes.authorization.ResourceCheck");
  private static final OpaqueType DECISION = OpaqueType.create("kubernetes.authorization.Decision");

  private AuthorizerFunctions() {}

  private record Authorizer(AccessCheck check, String user, List<String> groups)
      implements TypeValue.Named {
    @Override
    public String typeName() {
      return AUTHORIZER.name();
    }
  }

  private record PathCheck(Authorizer authorizer, String path) implements TypeValue.Named {
    @Override
    public String typeName() {
      return PATH.name();
    }
  }

  private record GroupCheck(Authorizer authorizer, String group) implements TypeValue.Named {
    @Override
    public String typeName() {
      return GROUP.name();
    }
  }

  private record ResourceCheck(
      GroupCheck group,
      String resource,
      String subresource,
      String namespace,
      String name,
      String fieldSelector,
      String labelSelector)
      implements TypeValue.Named {
    @Override
    public String typeName() {
      return RESOURCE.name();
    }
  }

  private record Decided(AccessCheck.Decision decision) implements TypeValue.Named {
    @Override
    public String typeName() {
      return DECISION.name();
    }
  }

  /** The value of {@code authorizer}. */
  public static Object authorizer(AccessCheck check, String user, List<String> groups) {
    return new Authorizer(check, user, groups);
  }

  /** The value of {@code authorizer.requestResource}. */
  public static Object requestResource(
      AccessCheck check,
      String user,
      List<String> groups,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name) {
    var who = new Authorizer(check, user, groups);
    return new ResourceCheck(
        new GroupCheck(who, group), resource, subresource, namespace, name, "", "");
  }

  static void register(Library library) {
    var text = SimpleType.STRING;
    library
        .member("path", "authorizer_path", PATH, AUTHORIZER, text)
        .does("path", a -> new PathCheck(who(a[0]), filled(a[1], "path")))
        .member("group", "authorizer_group", GROUP, AUTHORIZER, text)
        .does("group", a -> new GroupCheck(who(a[0]), Library.text(a[1])))
        .member("serviceAccount", "authorizer_serviceaccount", AUTHORIZER, AUTHORIZER, text, text)
        .does("serviceAccount", AuthorizerFunctions::serviceAccount)
        .member("resource", "groupcheck_resource", RESOURCE, GROUP, text)
        .does("resource", a -> resource(a[0], filled(a[1], "resource")))
        .member("subresource", "resourcecheck_subresource", RESOURCE, RESOURCE, text)
        .does("subresource", a -> with(a, 0))
        .member("namespace", "resourcecheck_namespace", RESOURCE, RESOURCE, text)
        .does("namespace", a -> with(a, 1))
        .member("name", "resourcecheck_name", RESOURCE, RESOURCE, text)
        .does("name", a -> with(a, 2))
        .member("fieldSelector", "authorizer_fieldselector", RESOURCE, RESOURCE, text)
        .does("fieldSelector", a -> with(a, 3))
        .member("labelSelector", "authorizer_labelselector", RESOURCE, RESOURCE, text)
        .does("labelSelector", a -> with(a, 4))
        .member("check", "pathcheck_check", DECISION, PATH, text)
        .member("check", "resourcecheck_check", DECISION, RESOURCE, text)
        .does("check", a -> check(a[0], Library.text(a[1])))
        .member("errored", "decision_errored", SimpleType.BOOL, DECISION)
        .does("errored", a -> !(a[0] instanceof Decided))
        .member("error", "decision_error", text, DECISION)
        .does("error", a -> a[0] instanceof Decided ? "" : "no decision")
        .member("allowed", "decision_allowed", SimpleType.BOOL, DECISION)
        .does("allowed", a -> decided(a[0]).allowed())
        .member("reason", "decision_reason", text, DECISION)
        .does("reason", a -> decided(a[0]).reason());
  }

  private static Authorizer who(Object value) throws EvalException {
    if (value instanceof Authorizer authorizer) {
      return authorizer;
    }
    throw EvalException.noSuchOverload();
  }

  private static AccessCheck.Decision decided(Object value) throws EvalException {
    if (value instanceof Decided decided) {
      return decided.decision;
    }
    throw EvalException.noSuchOverload();
  }

  private static String filled(Object value, String what) throws EvalException {
    String text = Library.text(value);
    if (text.isBlank()) {
      throw new EvalException(what + " must not be empty");
    }
    return text;
  }

  private static Object serviceAccount(Object[] arguments) throws EvalException {
    Authorizer authorizer = who(arguments[0]);
    String namespace = Library.text(arguments[1]);
    String name = Library.text(arguments[2]);
    if (!name.matches("[a-z0-9]([-a-z0-9.]*[a-z0-9])?")) {
      throw new EvalException("Invalid service account name");
    }
    if (!namespace.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?")) {
      throw new EvalException("Invalid service account namespace");
    }
    return new Authorizer(
        authorizer.check,
        "system:serviceaccount:" + namespace + ":" + name,
        List.of(
            "system:serviceaccounts",
            "system:serviceaccounts:" + namespace,
            "system:authenticated"));
  }

  private static Object resource(Object group, String resource) throws EvalException {
    if (group instanceof GroupCheck check) {
      return new ResourceCheck(check, resource, "", "", "", "", "");
    }
    throw EvalException.noSuchOverload();
  }

  private static Object with(Object[] arguments, int part) throws EvalException {
    if (!(arguments[0] instanceof ResourceCheck check)) {
      throw EvalException.noSuchOverload();
    }
    String text = Library.text(arguments[1]);
    return new ResourceCheck(
        check.group,
        check.resource,
        part == 0 ? text : check.subresource,
        part == 1 ? text : check.namespace,
        part == 2 ? text : check.name,
        part == 3 ? text : check.fieldSelector,
        part == 4 ? text : check.labelSelector);
  }

  private static Object check(Object value, String verb) throws EvalException {
    if (value instanceof PathCheck check) {
      Authorizer who = check.authorizer;
      return new Decided(
          who.check.decide(
              new AccessCheck.Access(
                  who.user, who.groups, verb, check.path, "", "", "", "", "", "", "")));
    }
    if (value instanceof ResourceCheck check) {
      Authorizer who = check.group.authorizer;
      return new Decided(
          who.check.decide(
              new AccessCheck.Access(
                  who.user,
                  who.groups,
                  verb,
                  "",
                  check.group.group,
                  check.resource,
                  check.subresource,
                  check.namespace,
                  check.name,
                  check.fieldSelector,
                  check.labelSelector)));
    }
    throw EvalException.noSuchOverload();
  }
}
