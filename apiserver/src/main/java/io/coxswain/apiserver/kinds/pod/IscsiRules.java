package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import java.util.regex.Pattern;

/** The rules for iSCSI volumes. */
final class IscsiRules {
  private static final Pattern IQN =
      Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.([\\p{Alnum}\\-.]+)(:[^,;*&$|\\s]+)$");
  private static final Pattern EUI = Pattern.compile("^eui.\\p{Alnum}{16}$");
  private static final Pattern NAA = Pattern.compile("^naa.\\p{Alnum}{32}$");
  private static final int PORTAL_LIMIT = 64;

  private IscsiRules() {}

  static void check(Field source) {
    source.get("targetPortal").isGiven();
    Field name = source.get("iqn");
    if (name.isGiven()) {
      initiator(name, name);
    }
    source.get("lun").between(0, 255);
    boolean secured =
        source.get("chapAuthDiscovery").isTrue() || source.get("chapAuthSession").isTrue();
    if (secured && !source.has("secretRef")) {
      source.get("secretRef").required();
    }
    if (source.has("initiatorName")) {
      initiator(
          source.get("initiatorName"),
          source.get("initiatorName").at(source.path() + ".initiatorname"));
    }
  }

  private static void initiator(Field name, Field at) {
    String text = name.text();
    if (!text.startsWith("iqn") && !text.startsWith("eui") && !text.startsWith("naa")) {
      at.invalid("must be valid format starting with iqn, eui, or naa");
      return;
    }
    Pattern form = text.startsWith("iqn") ? IQN : text.startsWith("eui") ? EUI : NAA;
    if (!form.matcher(text).find()) {
      at.invalid("must be valid format");
    }
  }

  /** The initiator's name is derived from the volume's and the portal. */
  static void portal(Field volume) {
    String both = volume.text("name") + ":" + volume.text("iscsi.targetPortal");
    if (volume.has("iscsi.initiatorName") && both.length() > PORTAL_LIMIT) {
      volume
          .get("name")
          .orEmpty()
          .invalid(
              "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                  + " iscsi.initiatorName is specified.");
    }
  }
}
