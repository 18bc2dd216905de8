import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/** Formats the Java sources that changed since the last run, in place. Run by the parent pom before anything compiles. */
void main() throws Exception {
  Path stamp = Path.of("target/tools/formatted");
  FileTime last = Files.exists(stamp) ? Files.getLastModifiedTime(stamp) : FileTime.fromMillis(0);
  FileTime started = FileTime.fromMillis(System.currentTimeMillis());
  var formatter = new Formatter(JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.GOOGLE).build());
  int changed = 0;
  for (Path file : changedSince(last)) {
    String before = Files.readString(file);
    String after;
    try {
      after = ImportOrderer.reorderImports(RemoveUnusedImports.removeUnusedImports(before), JavaFormatterOptions.Style.GOOGLE);
      after = formatter.formatSource(after);
    } catch (com.google.googlejavaformat.java.FormatterException e) {
      System.err.println(file + ": " + e.getMessage());
      continue; // the compiler will say it better
    }
    if (!after.equals(before)) {
      Files.writeString(file, after);
      changed++;
    }
  }
  Files.createDirectories(stamp.getParent());
  Files.writeString(stamp, "");
  Files.setLastModifiedTime(stamp, started);
  if (changed > 0) {
    System.out.println("formatted " + changed + " file(s)");
  }
}

List<Path> changedSince(FileTime last) throws Exception {
  try (var walk = Files.walk(Path.of("."))) {
    return walk.filter(p -> p.toString().endsWith(".java"))
        .filter(p -> p.toString().contains("/src/") || p.toString().startsWith("./examples/"))
        .filter(p -> !p.toString().contains("/target/"))
        .filter(p -> {
          try {
            return Files.getLastModifiedTime(p).compareTo(last) >= 0;
          } catch (java.io.IOException e) {
            return true;
          }
        })
        .sorted()
        .toList();
  }
}
