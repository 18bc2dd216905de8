package io.coxswain.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import io.coxswain.cel.cost.Coster;
import io.coxswain.cel.library.Library;
import io.coxswain.cel.library.Macros;
import io.coxswain.cel.library.PatchFunctions;
import io.coxswain.cel.type.DeclType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The variables that an expression may use. Compiles expressions over them. */
public final class Environment {
  private final Map<String, DeclType> variables;
  private final Map<String, CelType> structs;
  private final CelCompiler compiler;
  private final boolean patches;

  private Environment(
      Map<String, DeclType> variables,
      Map<String, CelType> structs,
      CelCompiler compiler,
      boolean patches) {
    this.variables = variables;
    this.structs = structs;
    this.compiler = compiler;
    this.patches = patches;
  }

  /** The language and all libraries, created on first use. */
  private static final class Base {
    static final CelCompiler COMPILER =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addMacros(Macros.all())
            .setOptions(
                CelOptions.current()
                    .enableHeterogeneousNumericComparisons(true)
                    .enableOptionalSyntax(true)
                    .build())
            .addFunctionDeclarations(Library.KUBERNETES.declarations())
            .build();
  }

  /** An environment with these variables. */
  public static Environment of(Map<String, DeclType> variables) {
    var structs = new LinkedHashMap<String, CelType>();
    variables.values().forEach(type -> collect(type, structs));
    return new Environment(
        new LinkedHashMap<>(variables), structs, compiler(variables, structs, false), false);
  }

  /**
   * An environment whose expressions may also construct {@code Object} and {@code JSONPatch}, the
   * values that describe a mutation.
   */
  public static Environment ofMutations(Map<String, DeclType> variables) {
    Environment plain = of(variables);
    return new Environment(plain.variables, plain.structs, plain.compiler, true);
  }

  private static CelCompiler compiler(
      Map<String, DeclType> variables, Map<String, CelType> structs, boolean patches) {
    var builder =
        Base.COMPILER
            .toCompilerBuilder()
            .setTypeProvider(new Structs(ImmutableMap.copyOf(structs)));
    variables.forEach((name, type) -> builder.addVar(name, type.type()));
    if (patches) {
      builder.addFunctionDeclarations(PatchFunctions.DECLARATION);
    }
    return builder.build();
  }

  /** The compiler with the types that the expression constructs. */
  private CelCompiler compiler(CelAbstractSyntaxTree parsed) {
    if (!patches) {
      return compiler;
    }
    var all = new LinkedHashMap<>(structs);
    all.putAll(PatchTypes.of(parsed));
    return compiler(variables, all, true);
  }

  private static void collect(DeclType type, Map<String, CelType> structs) {
    if (type.type() instanceof StructType struct && structs.put(struct.name(), struct) != null) {
      return;
    }
    type.fields().values().forEach(field -> collect(field, structs));
    if (type.element() != null) {
      collect(type.element(), structs);
    }
  }

  private record Structs(ImmutableMap<String, CelType> byName) implements CelTypeProvider {
    @Override
    public ImmutableCollection<CelType> types() {
      return byName.values();
    }

    @Override
    public Optional<CelType> findType(String name) {
      return Optional.ofNullable(byName.get(name));
    }
  }

  /** Compiles an expression. */
  public Compilation compile(String source) {
    CelValidationResult parsed = compiler.parse(source);
    if (parsed.hasError()) {
      return new Compilation(null, text(parsed));
    }
    try {
      CelValidationResult checked = compiler(parsed.getAst()).check(parsed.getAst());
      if (checked.hasError()) {
        return new Compilation(null, text(checked, parsed.getAst()));
      }
      CelAbstractSyntaxTree tree = checked.getAst();
      List<CelIssue> literals = LiteralChecks.of(tree);
      if (!literals.isEmpty()) {
        return new Compilation(
            null, text(new CelValidationResult(tree, ImmutableList.copyOf(literals))));
      }
      return new Compilation(program(source, tree), "");
    } catch (CelValidationException e) {
      return new Compilation(null, String.valueOf(e.getMessage()));
    }
  }

  private Program program(String source, CelAbstractSyntaxTree tree) {
    var planner = new Planner(tree, variables.keySet());
    Node root = planner.plan();
    long most = new Coster(tree, variables).cost().max();
    return new Program(
        source, root, planner.locals(), planner.used(), DeclType.of(tree.getResultType()), most);
  }

  private static String text(CelValidationResult result) {
    return text(result.getErrors().stream().map(Issues::reworded), result);
  }

  private static String text(CelValidationResult result, CelAbstractSyntaxTree tree) {
    return text(
        result.getErrors().stream()
            .flatMap(issue -> Issues.operands(issue, tree).stream())
            .map(Issues::reworded),
        result);
  }

  private static String text(Stream<CelIssue> issues, CelValidationResult result) {
    return issues
        .map(issue -> issue.toDisplayString(result.getSource()))
        .collect(Collectors.joining("\n"));
  }
}
