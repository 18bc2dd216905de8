package io.coxswain.kube.host.profiling;

import io.coxswain.kube.host.profiling.Profile.Kind;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The heap by class. */
public final class ClassHistogram {
  private static final Pattern ROW = Pattern.compile("^\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*$");
  private static final Kind OBJECTS = new Kind("inuse_objects", "count");
  private static final Kind SPACE = new Kind("inuse_space", "bytes");

  private ClassHistogram() {}

  /**
   * Counts the objects on the heap. Stops the process while it does.
   *
   * @param collect whether to collect garbage first, so that only reachable objects are counted
   * @throws IllegalStateException if this JVM cannot count them
   */
  public static Profile take(boolean collect) {
    return parse(histogram(collect));
  }

  private static String histogram(boolean collect) {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {collect ? new String[0] : new String[] {"-all"}},
                  new String[] {String[].class.getName()});
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(e);
    } catch (JMException e) {
      throw new IllegalStateException("this JVM has no class histogram", e);
    }
  }

  static Profile parse(String table) {
    var profile = new Profile(List.of(OBJECTS, SPACE), SPACE, 1);
    table
        .lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(
            row ->
                profile.add(
                    List.of(new Frame(row.group(3), "", 0)),
                    Long.parseLong(row.group(1)),
                    Long.parseLong(row.group(2))));
    return profile;
  }
}
