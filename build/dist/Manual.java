import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Man pages, one for the command and one for each of its subcommands, from what their help is made of. */
final class Manual {
  private final CommandLine program;
  private final String version;
  private final String date;

  Manual(CommandLine program, String version, String date) {
    this.program = program;
    this.version = version;
    this.date = date;
  }

  /** The pages by the names of their files. */
  Map<String, String> pages() {
    var pages = new TreeMap<String, String>();
    pages.put("coxswain.1", page(program, "coxswain", subcommands()));
    subcommands().forEach((name, command) -> pages.put("coxswain-" + name + ".1", page(command, "coxswain-" + name, Map.of())));
    return pages;
  }

  private Map<String, CommandLine> subcommands() {
    var visible = new LinkedHashMap<String, CommandLine>();
    program.getSubcommands().forEach((name, command) -> {
      if (!command.getCommandSpec().usageMessage().hidden() && !name.equals("help")) {
        visible.put(name, command);
      }
    });
    return visible;
  }

  private String page(CommandLine command, String title, Map<String, CommandLine> subcommands) {
    CommandSpec spec = command.getCommandSpec();
    var out = new StringBuilder();
    out.append(".TH %s 1 %s \"coxswain %s\"\n".formatted(title.toUpperCase(Locale.ROOT), date, version));
    out.append(".SH NAME\n").append(escaped(title)).append(" \\- ").append(escaped(summary(spec))).append('\n');
    out.append(".SH SYNOPSIS\n.nf\n").append(escaped(synopsis(command))).append("\n.fi\n");
    out.append(".SH DESCRIPTION\n").append(paragraphs(List.of(spec.usageMessage().description())));
    if (!subcommands.isEmpty()) {
      out.append(".SH COMMANDS\n");
      subcommands.forEach(
          (name, sub) -> out.append(".TP\n.B ").append(escaped(name)).append('\n').append(escaped(summary(sub.getCommandSpec()))).append('\n'));
    }
    List<ArgSpec> arguments = new ArrayList<>(spec.positionalParameters());
    spec.options().stream().filter(option -> !option.hidden()).forEach(arguments::add);
    if (!arguments.isEmpty()) {
      out.append(".SH OPTIONS\n");
      arguments.forEach(argument -> out.append(option(argument)));
    }
    String[] footer = spec.usageMessage().footer();
    if (footer.length > 0) {
      out.append(".SH EXAMPLES\n.nf\n");
      for (String line : footer) {
        out.append(escaped(plain(line))).append('\n');
      }
      out.append(".fi\n");
    }
    out.append(".SH SEE ALSO\n");
    out.append(
        subcommands.isEmpty()
            ? ".BR coxswain (1)\n"
            : String.join(",\n", subcommands.keySet().stream().map(name -> ".BR coxswain\\-" + escaped(name) + " (1)").toList()) + "\n");
    return out.toString();
  }

  private static String summary(CommandSpec spec) {
    String[] description = spec.usageMessage().description();
    String text = description.length == 0 ? spec.name() : plain(description[0]);
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).strip().replaceAll("\\.$", "");
  }

  private static String synopsis(CommandLine command) {
    var help = new Help(command.getCommandSpec(), Help.defaultColorScheme(Help.Ansi.OFF));
    return help.synopsis(0).strip();
  }

  private static String option(ArgSpec argument) {
    String names = argument instanceof OptionSpec option ? String.join(", ", option.names()) : "";
    String label = argument.arity().max() == 0 ? "" : argument.paramLabel();
    String separator = names.isEmpty() || label.isEmpty() ? "" : " ";
    return ".TP\n.B " + escaped(names + separator + label) + "\n" + paragraphs(List.of(argument.description()));
  }

  private static String paragraphs(List<String> lines) {
    var out = new StringBuilder();
    for (String line : lines) {
      out.append(escaped(plain(line).strip())).append('\n');
    }
    return out.toString();
  }

  /** Without picocli's marks for colours and line ends. */
  private static String plain(String text) {
    return Help.Ansi.OFF.string(text.replace("%n", "\n").replace("%%", "%"));
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
  }
}
