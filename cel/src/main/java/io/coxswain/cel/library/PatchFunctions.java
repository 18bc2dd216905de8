package io.coxswain.cel.library;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.SimpleType;

/** Kubernetes' library for JSON patches. Only expressions that return patches may call it. */
public final class PatchFunctions {
  private static final String ESCAPE = "jsonpatch.escapeKey";

  /** The declarations, which are not among those of all expressions. */
  public static final CelFunctionDecl DECLARATION =
      CelFunctionDecl.newFunctionDeclaration(
          ESCAPE,
          CelOverloadDecl.newGlobalOverload(
              "string_jsonpatch_escapeKey_string", SimpleType.STRING, SimpleType.STRING));

  private PatchFunctions() {}

  static void register(Library library) {
    library.does(ESCAPE, a -> Library.text(a[0]).replace("~", "~0").replace("/", "~1"));
  }
}
