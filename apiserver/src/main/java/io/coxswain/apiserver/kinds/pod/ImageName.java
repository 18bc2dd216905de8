package io.coxswain.apiserver.kinds.pod;

import io.coxswain.api.MemoizedFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the name of an image to choose the pull policy. */
final class ImageName {
  private static final String LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
  private static final String DOMAIN =
      "(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?";
  private static final String PART = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?<domain>"
              + DOMAIN
              + ")/)?"
              + PART
              + "(?:/"
              + PART
              + ")*(?::(?<tag>\\w[\\w.-]{0,127}))?(?<digest>@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?");

  /** Longer than any reference: a repository has at most 255 characters and a tag 128. */
  private static final int MAX_LENGTH = 1_000;

  private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");

  private static final MemoizedFunction<String> POLICIES =
      new MemoizedFunction<>(64, ImageName::policy);

  private ImageName() {}

  /** An image without a digest and with the tag latest, or none, is always pulled. */
  static String pullPolicy(String image) {
    return POLICIES.of(image);
  }

  private static String policy(String image) {
    if (image.length() > MAX_LENGTH) {
      return "IfNotPresent";
    }
    Matcher form = FORM.matcher(image);
    if (!form.matches() || IDENTIFIER.matcher(image).matches()) {
      return "IfNotPresent";
    }
    String tag = form.group("tag");
    boolean latest = tag == null ? form.group("digest") == null : tag.equals("latest");
    return latest ? "Always" : "IfNotPresent";
  }
}
