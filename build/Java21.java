import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Lets class files that javac made for Java 25 run on Java 21: checks that all classes, methods and fields of the JDK
 * which they use exist in Java 21 and are not a preview there, then lowers the version in the files. What the language
 * has gained since, such as unnamed variables, is the same bytecode; only javac refuses to write it for 21. One thing
 * differs: for later versions a switch over types is called with the type of what is switched over, for 21 with Object.
 *
 *   java build/Java21.java [--check] CLASSES...
 *
 * With --check the files are not changed, and folders that a partial build lacks are named and left out. Java 21 is known from lib/ct.sym, from which javac --release knows it.
 */
static final int MAJOR_VERSION = 65;

static final String SWITCH = "typeSwitch";
static final String SWITCH_TYPE = "(Ljava/lang/Object;I)I";

/** Where the constant pool begins, with the number of its entries. */
static final int POOL = 8;

/** How ct.sym names Java 21 among the releases in the names of its folders. */
static final String RELEASE = "L";

/** Classes that are loaded only on later versions; those nested in them too. */
static final List<String> LATER = List.of("io/coxswain/env/NativeRename");

/** The platform: classes of Java 21 and, with no entry, those of other releases only. */
final Map<String, ZipEntry> platform = new HashMap<>();

final Map<String, ClassModel> parsed = new HashMap<>();
final Map<String, ClassModel> own = new HashMap<>();
final TreeSet<String> problems = new TreeSet<>();
ZipFile symbols;

void main(String... arguments) throws IOException {
  var folders = new ArrayList<>(List.of(arguments));
  boolean check = folders.remove("--check");
  var files = new ArrayList<Path>();
  for (String folder : folders) {
    if (check && !Files.isDirectory(Path.of(folder))) {
      System.out.println("java21: not checked, because this build is without it: " + folder);
      continue;
    }
    try (var tree = Files.walk(Path.of(folder))) {
      tree.filter(file -> file.toString().endsWith(".class")).forEach(files::add);
    }
  }
  symbols = new ZipFile(Path.of(System.getProperty("java.home"), "lib", "ct.sym").toFile());
  symbols.stream().filter(entry -> entry.getName().endsWith(".sig")).forEach(this::index);
  for (Path file : files) {
    ClassModel model = ClassFile.of().parse(file);
    own.put(model.thisClass().asInternalName(), model);
  }
  own.forEach(this::check);
  if (!problems.isEmpty()) {
    System.err.println("java21: these are used, but Java 21 does not have them:\n  " + String.join("\n  ", problems));
    System.exit(1);
  }
  int lowered = 0;
  for (Path file : check ? List.<Path>of() : files) {
    byte[] bytes = Files.readAllBytes(file);
    byte[] changed = withSwitchesOverObject(bytes);
    changed[6] = 0;
    changed[7] = MAJOR_VERSION;
    if (!Arrays.equals(bytes, changed)) {
      Files.write(file, changed);
      lowered++;
    }
  }
  System.out.printf("java21: %,d class files checked, %,d changed%n", files.size(), lowered);
}

/** Names are RELEASES/MODULE/CLASS.sig. */
void index(ZipEntry entry) {
  String[] parts = entry.getName().substring(0, entry.getName().length() - ".sig".length()).split("/", 3);
  if (parts[0].contains(RELEASE)) {
    platform.put(parts[2], entry);
  } else {
    platform.putIfAbsent(parts[2], null);
  }
}

void check(String name, ClassModel model) {
  if (LATER.stream().anyMatch(later -> name.equals(later) || name.startsWith(later + "$"))) {
    return;
  }
  for (PoolEntry entry : model.constantPool()) {
    switch (entry) {
      case ClassEntry used when platform.containsKey(used.asInternalName()) -> {
        if (find(used.asInternalName()) == null) {
          problems.add(used.asInternalName() + " in " + name);
        }
      }
      case MemberRefEntry used when !used.owner().asInternalName().startsWith("[") -> {
        if (!mayHave(used.owner().asInternalName(), used)) {
          problems.add(used.owner().asInternalName() + "." + used.name() + used.type() + " in " + name);
        }
      }
      default -> {}
    }
  }
}

/** Whether the class or what it inherits from has the member; true too where that cannot be known. */
boolean mayHave(String owner, MemberRefEntry member) {
  ClassModel model = find(owner);
  if (model == null) {
    return !platform.containsKey(owner); // a library's class
  }
  String name = member.name().stringValue();
  String type = member.type().stringValue();
  // These methods of MethodHandle and VarHandle have any type.
  boolean any = owner.equals("java/lang/invoke/MethodHandle") || owner.equals("java/lang/invoke/VarHandle");
  if (model.methods().stream().anyMatch(m -> m.methodName().equalsString(name) && (any || m.methodType().equalsString(type)))
      || model.fields().stream().anyMatch(f -> f.fieldName().equalsString(name) && f.fieldType().equalsString(type))) {
    return true;
  }
  return model.superclass().map(parent -> mayHave(parent.asInternalName(), member)).orElse(false)
      || model.interfaces().stream().anyMatch(parent -> mayHave(parent.asInternalName(), member))
      || (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0 && mayHave("java/lang/Object", member);
}

/** A class of ours or of Java 21; null for others and for what was a preview. */
ClassModel find(String name) {
  ClassModel ours = own.get(name);
  return ours != null || platform.get(name) == null ? ours : parsed.computeIfAbsent(name, this::read);
}

ClassModel read(String name) {
  try (var in = symbols.getInputStream(platform.get(name))) {
    ClassModel model = ClassFile.of().parse(in.readAllBytes());
    boolean preview =
        model
            .findAttribute(Attributes.runtimeInvisibleAnnotations())
            .map(found -> found.annotations().stream().anyMatch(a -> a.className().stringValue().contains("PreviewFeature")))
            .orElse(false);
    return preview ? null : model;
  } catch (IOException e) {
    throw new java.io.UncheckedIOException(e);
  }
}

/** A copy of a class file whose switches over types take an Object, by three more entries of the constant pool. */
byte[] withSwitchesOverObject(byte[] bytes) throws IOException {
  var switches = new ArrayList<Integer>();
  ClassFile.of()
      .parse(bytes)
      .constantPool()
      .forEach(
          entry -> {
            if (entry instanceof InvokeDynamicEntry call && isTypeSwitch(call) && !call.type().equalsString(SWITCH_TYPE)) {
              switches.add(call.index());
            }
          });
  if (switches.isEmpty()) {
    return bytes.clone();
  }
  var pool = ByteBuffer.wrap(bytes.clone());
  int count = Short.toUnsignedInt(pool.getShort(POOL));
  int at = POOL + 2;
  for (int index = 1; index < count; index++) {
    int tag = pool.get(at);
    if (switches.contains(index)) {
      pool.putShort(at + 3, (short) (count + 2));
    }
    at += switch (tag) {
      case PoolEntry.TAG_UTF8 -> 3 + Short.toUnsignedInt(pool.getShort(at + 1));
      case PoolEntry.TAG_LONG, PoolEntry.TAG_DOUBLE -> 9;
      case PoolEntry.TAG_CLASS, PoolEntry.TAG_STRING, PoolEntry.TAG_METHOD_TYPE, PoolEntry.TAG_MODULE, PoolEntry.TAG_PACKAGE -> 3;
      case PoolEntry.TAG_METHOD_HANDLE -> 4;
      default -> 5;
    };
    if (tag == PoolEntry.TAG_LONG || tag == PoolEntry.TAG_DOUBLE) {
      index++; // they count twice
    }
  }
  pool.putShort(POOL, (short) (count + 3));
  var out = new ByteArrayOutputStream();
  var data = new DataOutputStream(out);
  data.write(pool.array(), 0, at);
  for (String text : List.of(SWITCH, SWITCH_TYPE)) {
    data.writeByte(PoolEntry.TAG_UTF8);
    data.writeUTF(text);
  }
  data.writeByte(PoolEntry.TAG_NAME_AND_TYPE);
  data.writeShort(count);
  data.writeShort(count + 1);
  data.write(bytes, at, bytes.length - at);
  return out.toByteArray();
}

static boolean isTypeSwitch(InvokeDynamicEntry call) {
  var method = call.bootstrap().bootstrapMethod().reference();
  return method.owner().asInternalName().equals("java/lang/runtime/SwitchBootstraps") && method.name().equalsString(SWITCH);
}
