package io.coxswain.cel.library;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.ListValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions that expressions may call, each with its declarations and what it does. */
public final class Library {
  /** What a function does. The receiver, if there is one, comes first. */
  @FunctionalInterface
  public interface Function {
    Object call(Object[] arguments) throws EvalException;
  }

  /** The longest list that a function makes; longer ones exceed every cost limit. */
  static final long MAX_LIST_SIZE = 1_000_000;

  /** All functions that Kubernetes 1.35 offers. */
  public static final Library KUBERNETES = new Library();

  private final Map<String, List<CelOverloadDecl>> declared = new LinkedHashMap<>();
  private final Map<String, Function> functions = new LinkedHashMap<>();

  private Library() {
    Operators.register(this);
    Conversions.register(this);
    TimeFunctions.register(this);
    StringFunctions.register(this);
    ListFunctions.register(this);
    SetFunctions.register(this);
    OptionalFunctions.register(this);
    RegexFunctions.register(this);
    Urls.register(this);
    QuantityFunctions.register(this);
    Addresses.register(this);
    NamedFormats.register(this);
    SemanticVersions.register(this);
    AuthorizerFunctions.register(this);
    PatchFunctions.register(this);
  }

  /** Declares an overload that is called as {@code receiver.name(...)}. */
  public Library member(String name, String id, CelType result, CelType... parameters) {
    return declare(name, CelOverloadDecl.newMemberOverload(id, result, parameters));
  }

  /** Declares an overload that is called as {@code name(...)}. */
  Library global(String name, String id, CelType result, CelType... parameters) {
    return declare(name, CelOverloadDecl.newGlobalOverload(id, result, parameters));
  }

  private Library declare(String name, CelOverloadDecl overload) {
    declared.computeIfAbsent(name, _ -> new ArrayList<>()).add(overload);
    return this;
  }

  /** Sets the implementation of all overloads of the name. */
  Library does(String name, Function function) {
    Function before = functions.putIfAbsent(name, function);
    if (before != null) {
      functions.put(name, either(before, function));
    }
    return this;
  }

  /** Two libraries have a function of the same name, for values of different types. */
  private static Function either(Function first, Function second) {
    return arguments -> {
      try {
        return first.call(arguments);
      } catch (EvalException e) {
        if (e.text().equals("no such overload")) {
          return second.call(arguments);
        }
        throw e;
      }
    };
  }

  public List<CelFunctionDecl> declarations() {
    var all = new ArrayList<CelFunctionDecl>();
    declared.forEach(
        (name, overloads) -> all.add(CelFunctionDecl.newFunctionDeclaration(name, overloads)));
    return all;
  }

  public @Nullable Function find(String name) {
    return functions.get(name);
  }

  public static String text(Object value) throws EvalException {
    if (value instanceof String text) {
      return text;
    }
    throw EvalException.noSuchOverload();
  }

  static long integer(Object value) throws EvalException {
    if (value instanceof Long number) {
      return number;
    }
    throw EvalException.noSuchOverload();
  }

  public static ListValue list(Object value) throws EvalException {
    if (value instanceof ListValue list) {
      return list;
    }
    throw EvalException.noSuchOverload();
  }
}
