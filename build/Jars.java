import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * Makes the jars of others fit for an AOT cache, which takes neither classes of signed jars nor those of Java 5: takes
 * signatures away and gives old classes the version and the stack maps of newer ones. Run by the build of cli.
 */
static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]*\\.(SF|DSA|RSA|EC)");

/** The first version with stack maps. */
static final int NEW = ClassFile.JAVA_6_VERSION;

void main(String... arguments) throws Exception {
  try (var jars = Files.newDirectoryStream(Path.of(arguments[0]), "*.jar")) {
    for (Path jar : jars) {
      if (isUnfit(jar)) {
        rewrite(jar);
      }
    }
  }
}

static boolean isUnfit(Path path) throws IOException {
  try (var jar = new JarFile(path.toFile(), false)) {
    for (JarEntry entry : jar.stream().toList()) {
      if (SIGNATURE.matcher(entry.getName()).matches() || isOld(jar, entry)) {
        return true;
      }
    }
  }
  return false;
}

static boolean isOld(JarFile jar, JarEntry entry) throws IOException {
  if (!entry.getName().endsWith(".class")) {
    return false;
  }
  try (InputStream in = jar.getInputStream(entry)) {
    byte[] head = in.readNBytes(8);
    return ((head[6] & 0xff) << 8 | head[7] & 0xff) < NEW;
  }
}

static void rewrite(Path path) throws IOException {
  FileTime time = Files.getLastModifiedTime(path); // by which Maven knows whether to copy it again
  Path fit = path.resolveSibling(path.getFileName() + ".fit");
  try (var jar = new JarFile(path.toFile(), false)) {
    var manifest = new Manifest(jar.getManifest());
    manifest.getEntries().clear();
    try (var out = new JarOutputStream(Files.newOutputStream(fit))) {
      var first = new JarEntry(JarFile.MANIFEST_NAME);
      first.setTimeLocal(jar.getEntry(JarFile.MANIFEST_NAME).getTimeLocal());
      out.putNextEntry(first);
      manifest.write(out);
      for (JarEntry entry : jar.stream().toList()) {
        String name = entry.getName();
        if (!name.equals(JarFile.MANIFEST_NAME) && !SIGNATURE.matcher(name).matches()) {
          var copy = new JarEntry(name);
          copy.setTimeLocal(entry.getTimeLocal());
          out.putNextEntry(copy);
          out.write(isOld(jar, entry) ? renewed(jar, entry) : bytes(jar, entry));
        }
      }
    }
  }
  Files.setLastModifiedTime(fit, time);
  Files.move(fit, path, StandardCopyOption.REPLACE_EXISTING);
}

static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
  try (InputStream in = jar.getInputStream(entry)) {
    return in.readAllBytes();
  }
}

static byte[] renewed(JarFile jar, JarEntry entry) throws IOException {
  ClassHierarchyResolver neighbours =
      ClassHierarchyResolver.ofResourceParsing(
          type -> {
            String binary = type.descriptorString().substring(1, type.descriptorString().length() - 1);
            JarEntry neighbour = jar.getJarEntry(binary + ".class");
            try {
              return neighbour == null ? null : jar.getInputStream(neighbour);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
  var format =
      ClassFile.of(
          ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
          ClassFile.ClassHierarchyResolverOption.of(neighbours.orElse(ClassHierarchyResolver.defaultResolver())));
  return format.transformClass(
      format.parse(bytes(jar, entry)),
      ClassTransform.transformingMethodBodies(CodeBuilder::with)
          .andThen(ClassTransform.endHandler(type -> type.withVersion(NEW, 0))));
}
