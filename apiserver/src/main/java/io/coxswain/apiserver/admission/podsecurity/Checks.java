package io.coxswain.apiserver.admission.podsecurity;

import io.coxswain.apiserver.admission.podsecurity.LevelVersion.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All checks, in the order in which their violations are reported. */
final class Checks {
  private static final List<Check> ALL =
      List.of(
          // Upstream sorts them by its own names: those of the baseline, then the restricted.
          new Check(
              "forbidden AppArmor profile",
              Level.BASELINE,
              0,
              "",
              (s, minor) -> Baseline.appArmor(s)),
          baseline("non-default capabilities", 0, (s, minor) -> Baseline.capabilities(s)),
          baseline("host namespaces", 0, (s, minor) -> Baseline.hostNamespaces(s)),
          baseline("hostPath volumes", 0, (s, minor) -> Baseline.hostPaths(s)),
          baseline("hostPort", 0, (s, minor) -> Baseline.hostPorts(s)),
          baseline("probe or lifecycle host", 34, (s, minor) -> Baseline.hosts(s)),
          baseline("privileged", 0, (s, minor) -> Baseline.privileged(s)),
          baseline(
              "procMount",
              0,
              (s, minor) ->
                  minor >= 35 && s.hasOwnUsers() ? Optional.empty() : Baseline.procMounts(s)),
          baseline("seLinuxOptions", 0, SeLinux::judge),
          baseline("seccompProfile", 19, (s, minor) -> Baseline.seccomp(s)),
          baseline("forbidden sysctls", 0, Baseline::sysctls),
          baseline("hostProcess", 0, (s, minor) -> Baseline.hostProcesses(s)),
          restricted("allowPrivilegeEscalation != false", 8, "", linux(Restricted::escalation)),
          restricted(
              "unrestricted capabilities",
              22,
              "non-default capabilities",
              linux(Restricted::fewCapabilities)),
          restricted("procMount", 35, "procMount", (s, minor) -> Baseline.procMounts(s)),
          restricted(
              "restricted volume types",
              0,
              "hostPath volumes",
              (s, minor) -> Restricted.volumes(s)),
          restricted("runAsNonRoot != true", 0, "", ownUsers(Restricted::nonRoot)),
          restricted("runAsUser=0", 23, "", ownUsers(Restricted::rootUser)),
          restricted("seccompProfile", 19, "seccompProfile", linux(Restricted::seccompOrDefault)));

  private Checks() {}

  private static Check baseline(String reason, int since, Detail judgement) {
    return new Check(reason, Level.BASELINE, since, "", told(reason, judgement));
  }

  private static Check restricted(String reason, int since, String instead, Detail judgement) {
    return new Check(reason, Level.RESTRICTED, since, instead, told(reason, judgement));
  }

  /** Pods for Windows are exempt from version 1.25 on. */
  private static Detail linux(Function<Subject, Optional<String>> judgement) {
    return (s, minor) -> minor >= 25 && s.isWindows() ? Optional.empty() : judgement.apply(s);
  }

  private static Detail ownUsers(Function<Subject, Optional<String>> judgement) {
    return (s, minor) -> minor >= 35 && s.hasOwnUsers() ? Optional.empty() : judgement.apply(s);
  }

  /** The violation of a check that has only one reason. */
  private interface Detail {
    Optional<String> on(Subject subject, int minor);
  }

  private static Check.Judgement told(String reason, Detail judgement) {
    return (s, minor) -> judgement.on(s, minor).map(detail -> new Violation(reason, detail));
  }

  static List<Violation> of(LevelVersion standard, Subject subject) {
    var found = new ArrayList<Violation>();
    for (Check check : ALL) {
      if (applies(check, standard)) {
        check.judgement().on(subject, standard.minor()).ifPresent(found::add);
      }
    }
    return found;
  }

  private static boolean applies(Check check, LevelVersion standard) {
    return check.level().compareTo(standard.level()) <= 0
        && check.since() <= standard.minor()
        && (check.level() == standard.level()
            || ALL.stream().noneMatch(o -> replaces(o, check, standard)));
  }

  private static boolean replaces(Check other, Check check, LevelVersion standard) {
    return other.level() == standard.level()
        && other.instead().equals(check.id())
        && other.since() <= standard.minor();
  }

  static String told(List<Violation> violations) {
    return violations.stream().map(Violation::toString).collect(Collectors.joining(", "));
  }
}
