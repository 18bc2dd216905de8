import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Counts house words in log messages, help texts and Javadoc, where Kubernetes has a word of its own. Phrases in which the
 * word has its ordinary sense are listed in {@link #ORDINARY} with the reason, and are not counted. Exits with status 1 if a
 * word is left. Run as {@code java tools/Language.java [-v] [MODULE...]}; with {@code -v} every match is printed with its
 * file and line.
 */
static final Map<String, String> WORDS = words();

static Map<String, String> words() {
  var words = new LinkedHashMap<String, String>();
  words.put("marks? of (a|the) (node|machine)|node marks?", "condition");
  words.put("machines?", "node, for a Kubernetes Node");
  words.put("pass(es)?", "reconcile");
  words.put("answer(s|ed|ing)?", "response");
  words.put("refus(e|es|ed|al|ing)", "reject, deny");
  words.put("authorit(y|ies)", "certificate authority, CA");
  words.put("definitions?", "CRD");
  words.put("(tell|tells|told|telling)", "log, report, notify, return");
  words.put("(say|says|said|saying)", "log, report, set, specify");
  words.put("fold(s|ed|ing)?", "compress");
  words.put("chores?", "maintenance task");
  words.put("venues?|stor(y|ies)", "environment, scenario script");
  words.put("is there|are there|is gone|are gone", "exists, has been deleted");
  words.put("anew|of late|meanwhile|beside", "again, recently, concurrently, next to");
  words.put("somebody|nobody|whoever|whom|anybody|everybody", "another client, no controller, the caller");
  words.put("befalls?|peculiarit(y|ies)|in vain|gladly", "plain words");
  return words;
}

/** Phrases that are not counted, with the reason. */
static final Map<String, String> ORDINARY = ordinary();

static Map<String, String> ordinary() {
  var phrases = new LinkedHashMap<String, String>();
  phrases.put("on this machine", "the user's computer, not a Kubernetes node");
  phrases.put("machine-readable|machine learning", "fixed terms");
  phrases.put("rebooter\\.Machine", "the class is the host that is rebooted, not its Node object");
  phrases.put("passes (it|each event|all words|to training containers|the baton)", "hands on");
  phrases.put("(check fails; empty if it|test that must) pass(es)?", "succeeds, of a check or test");
  phrases.put("answer prompts|prompt (has been|that is not) answered", "the user's reaction to a prompt");
  phrases.put("refused connection|connection is refused", "of TCP connections");
  phrases.put("certificate authority", "the term itself");
  phrases.put("column definitions|order of their definition", "of table columns and variables");
  phrases.put("crd\\.Definition\\w*", "the package has CRD in its name");
  phrases.put("tell them apart", "distinguish");
  phrases.put("long ones\\s+\\*?\\s*folded|strings in double quotes are folded", "the term of YAML for line breaks in strings");
  return phrases;
}

static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
static final Pattern PUBLIC = Pattern.compile("\\A\\s*(?:@[\\w.]+(?:\\([^)]*\\))?\\s*)*public ");
static final Pattern LOG = Pattern.compile("\\b(?:log|logger|LOG)\\b(?:\\(\\))?\\s*\\.(?:[a-zA-Z]+\\([^;]*?\\)\\s*\\.)*(?:log|trace|debug|info|warn|error)\\((.*?)\\);", Pattern.DOTALL);
static final Pattern HELP = Pattern.compile("(?:description|header|footer)\\s*=\\s*(\\{.*?\\}|\"(?:[^\"\\\\]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\]|\\\\.)*\")*)", Pattern.DOTALL);
static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

record Place(Path file, int line, String text) {}

void main(String... arguments) throws Exception {
  boolean verbose = arguments.length > 0 && arguments[0].equals("-v");
  List<String> modules = List.of(arguments).subList(verbose ? 1 : 0, arguments.length);
  var kinds = new LinkedHashMap<String, List<Place>>();
  kinds.put("help", new ArrayList<>());
  kinds.put("log", new ArrayList<>());
  kinds.put("public Javadoc", new ArrayList<>());
  kinds.put("other Javadoc", new ArrayList<>());
  try (var walk = Files.walk(Path.of("."))) {
    for (Path file : walk.filter(f -> f.toString().endsWith(".java") && f.toString().contains("/src/main/java/")).sorted().toList()) {
      if (modules.isEmpty() || modules.contains(file.getName(1).toString())) {
        collect(file, kinds);
      }
    }
  }
  System.out.printf("%-42s %8s %8s %8s %8s   %s%n", "word", "help", "log", "public", "other", "instead");
  int[] totals = new int[4];
  for (var word : WORDS.entrySet()) {
    Pattern pattern = Pattern.compile("(?i)\\b(?:" + word.getKey() + ")\\b");
    int[] counts = new int[4];
    int kind = 0;
    for (List<Place> places : kinds.values()) {
      for (Place place : places) {
        var match = pattern.matcher(withoutOrdinary(place.text()));
        while (match.find()) {
          counts[kind]++;
          if (verbose) {
            System.out.println(place.file() + ":" + place.line() + ": " + match.group() + ": " + place.text().strip().replaceAll("\\s*\\n\\s*\\*?\\s*", " "));
          }
        }
      }
      totals[kind] += counts[kind];
      kind++;
    }
    System.out.printf("%-42s %8d %8d %8d %8d   %s%n", word.getKey(), counts[0], counts[1], counts[2], counts[3], word.getValue());
  }
  System.out.printf("%-42s %8d %8d %8d %8d%n", "all", totals[0], totals[1], totals[2], totals[3]);
  System.exit(Arrays.stream(totals).sum() == 0 ? 0 : 1);
}

/** The text without line breaks and without the phrases of {@link #ORDINARY}. */
static String withoutOrdinary(String text) {
  String line = text.strip().replaceAll("\\s*\\n\\s*(?:\\*(?: |$))?\\s*", " ");
  for (String phrase : ORDINARY.keySet()) {
    line = line.replaceAll("(?i)\\b(?:" + phrase + ")\\b", "");
  }
  return line;
}

void collect(Path file, Map<String, List<Place>> kinds) throws Exception {
  String source = Files.readString(file);
  var javadoc = JAVADOC.matcher(source);
  while (javadoc.find()) {
    String kind = PUBLIC.matcher(source.substring(javadoc.end())).lookingAt() || file.endsWith("package-info.java") ? "public Javadoc" : "other Javadoc";
    kinds.get(kind).add(new Place(file, line(source, javadoc.start()), javadoc.group(1)));
  }
  for (var matcher : Map.of("log", LOG, "help", HELP).entrySet()) {
    var found = matcher.getValue().matcher(source);
    while (found.find()) {
      var text = TEXT.matcher(found.group(1));
      var joined = new StringBuilder();
      while (text.find()) {
        joined.append(text.group(1));
      }
      kinds.get(matcher.getKey()).add(new Place(file, line(source, found.start()), joined.toString()));
    }
  }
}

static int line(String source, int at) {
  return (int) source.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
}
