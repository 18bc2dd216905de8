import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the table of docs/design/modules.md and draws docs/design/modules.svg from build/modules.txt, the rule that
 * ModulesTest enforces. Run by hand after a change of the rule: {@code java build/Modules.java}. With {@code --check} it
 * changes nothing and fails if the files are out of date.
 */
record Module(String name, List<String> uses, String contents) {}

static final String BEGIN = "<!-- generated from build/modules.txt -->";
static final String END = "<!-- end of generated part -->";
static final int WIDTH = 112;
static final int HEIGHT = 44;

void main(String... arguments) throws Exception {
  boolean check = List.of(arguments).contains("--check");
  List<Module> modules = read();
  Path page = Path.of("docs/design/modules.md");
  String text = Files.readString(page);
  int begin = text.indexOf(BEGIN) + BEGIN.length();
  int end = text.indexOf(END);
  boolean current = put(page, text.substring(0, begin) + "\n" + table(modules) + text.substring(end), check);
  current &= put(Path.of("docs/design/modules.svg"), picture(modules), check);
  if (!current) {
    System.err.println("docs/design/modules.* do not match build/modules.txt: run java build/Modules.java");
    System.exit(1);
  }
}

List<Module> read() throws Exception {
  var modules = new ArrayList<Module>();
  for (String line : Files.readAllLines(Path.of("build/modules.txt"))) {
    if (!line.startsWith("#") && !line.isBlank()) {
      String[] cells = line.split(" \\| ");
      String uses = cells[1].strip();
      modules.add(new Module(cells[0].strip(), uses.equals("-") ? List.of() : List.of(uses.split(" ")), cells[2].strip()));
    }
  }
  return modules;
}

boolean put(Path file, String content, boolean check) throws Exception {
  boolean same = Files.exists(file) && Files.readString(file).equals(content);
  if (!same && !check) {
    Files.writeString(file, content);
    return true;
  }
  return same;
}

String table(List<Module> modules) {
  var table = new StringBuilder("| Module | Contents | May use |\n|---|---|---|\n");
  for (Module module : modules) {
    String uses = module.uses().isEmpty() ? "nothing" : module.uses().contains("*") ? "all" : "`" + String.join("`, `", module.uses()) + "`";
    table.append("| `%s` | %s | %s |\n".formatted(module.name(), module.contents(), uses));
  }
  return table.toString();
}

/** Each module stands one row above the highest module it uses; only edges that no longer path implies are drawn. */
String picture(List<Module> modules) {
  var drawn = modules.stream().filter(m -> !m.uses().contains("*") && !m.name().equals("evidence")).toList();
  Map<String, Integer> rows = new LinkedHashMap<>();
  for (Module module : drawn) {
    rows.put(module.name(), module.uses().stream().filter(rows::containsKey).mapToInt(rows::get).max().orElse(-1) + 1);
  }
  int height = rows.values().stream().mapToInt(i -> i).max().orElse(0);
  Map<String, int[]> places = new LinkedHashMap<>();
  int[] filled = new int[height + 1];
  int widest = 0;
  for (Module module : drawn) {
    int row = rows.get(module.name());
    places.put(module.name(), new int[] {filled[row]++, row});
    widest = Math.max(widest, filled[row]);
  }
  int width = widest * (WIDTH + 24) + 24;
  var svg = new StringBuilder();
  svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"15\">\n".formatted(width, (height + 1) * 100));
  svg.append("<title>Modules of Coxswain; an arrow points to a module that is used</title>\n");
  svg.append("<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#888\"/></marker></defs>\n");
  Map<String, Module> byName = new LinkedHashMap<>();
  drawn.forEach(module -> byName.put(module.name(), module));
  for (Module module : drawn) {
    for (String used : module.uses()) {
      boolean implied = module.uses().stream().anyMatch(other -> !other.equals(used) && byName.containsKey(other) && reaches(byName, other, used));
      if (!implied && places.containsKey(used)) {
        int[] from = center(places.get(module.name()), filled, width, height);
        int[] to = center(places.get(used), filled, width, height);
        svg.append("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#888\" marker-end=\"url(#a)\"/>\n".formatted(from[0], from[1] + HEIGHT / 2, to[0], to[1] - HEIGHT / 2));
      }
    }
  }
  for (Module module : drawn) {
    int[] at = center(places.get(module.name()), filled, width, height);
    svg.append("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#e8f0fe\" stroke=\"#3b6fb6\"/>\n".formatted(at[0] - WIDTH / 2, at[1] - HEIGHT / 2, WIDTH, HEIGHT));
    svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#1b2a41\">%s</text>\n".formatted(at[0], at[1] + 5, module.name()));
  }
  return svg.append("</svg>\n").toString();
}

boolean reaches(Map<String, Module> modules, String from, String to) {
  Module module = modules.get(from);
  return module != null && module.uses().stream().anyMatch(next -> next.equals(to) || reaches(modules, next, to));
}

int[] center(int[] place, int[] filled, int width, int height) {
  int inRow = filled[place[1]];
  int left = (width - inRow * WIDTH - (inRow - 1) * 24) / 2;
  return new int[] {left + place[0] * (WIDTH + 24) + WIDTH / 2, (height - place[1]) * 100 + 50};
}
