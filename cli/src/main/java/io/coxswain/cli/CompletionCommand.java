package io.coxswain.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** {@code coxswain completion}: completion scripts for shells. */
@Command(
    name = "completion",
    description = "Print a completion script for a shell.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(coxswain completion bash)     # in ~/.bashrc",
      "  source <(coxswain completion zsh)      # in ~/.zshrc",
      "  coxswain completion fish | source      # in ~/.config/fish/config.fish"
    },
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
  private static final String PROGRAM = "coxswain";

  /** A supported shell. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  @Override
  public Integer call() {
    CommandLine all = Coxswain.commandLine();
    System.out.print(
        switch (shell) {
          case bash, zsh -> AutoComplete.bash(PROGRAM, all); // zsh runs it by bashcompinit
          case fish -> fish(all);
        });
    return 0;
  }

  private static String fish(CommandLine all) {
    var script = new StringBuilder();
    all.getSubcommands()
        .forEach(
            (name, command) -> {
              String[] about = command.getCommandSpec().usageMessage().description();
              script.append(
                  "complete -c %s -n __fish_use_subcommand -f -a %s -d %s%n"
                      .formatted(PROGRAM, name, quoted(about.length == 0 ? "" : about[0])));
              for (OptionSpec option : command.getCommandSpec().options()) {
                if (!option.hidden()) {
                  script.append(option(name, option));
                }
              }
            });
    return script.toString();
  }

  private static String option(String command, OptionSpec option) {
    var line =
        new StringBuilder(
            "complete -c %s -n '__fish_seen_subcommand_from %s'".formatted(PROGRAM, command));
    for (String name : option.names()) {
      line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
    }
    if (option.arity().min() > 0) {
      line.append(" -r");
    }
    if (option.completionCandidates() != null) {
      line.append(" -a ").append(quoted(String.join(" ", option.completionCandidates())));
    }
    String about = option.description().length == 0 ? "" : option.description()[0];
    return line.append(" -d ").append(quoted(about)).append("\n").toString();
  }

  /** The first sentence, for a shell. */
  private static String quoted(String text) {
    String sentence = text.replaceFirst("(?s)(\\.|:) .*", "").replaceFirst("\\.$", "");
    return "'"
        + sentence.replaceAll("\\$\\{[^}]*}", "").replace("\\", "\\\\").replace("'", "\\'").strip()
        + "'";
  }
}
