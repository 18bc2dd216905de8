package io.coxswain.console.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/**
 * A screenshot with at most 256 colours, which makes its file a third as large. The most frequent
 * and the most distinct colours stay exact; each other pixel gets the nearest of them.
 */
final class Picture {
  private static final int COLORS = 256;
  private static final int FREQUENT = 176;

  private Picture() {}

  static byte[] small(byte[] png) throws IOException {
    BufferedImage full = ImageIO.read(new ByteArrayInputStream(png));
    int width = full.getWidth();
    int height = full.getHeight();
    int[] pixels = full.getRGB(0, 0, width, height, null, 0, width);
    var counts = new HashMap<Integer, Integer>();
    for (int pixel : pixels) {
      counts.merge(pixel, 1, Integer::sum);
    }
    int[] palette = palette(counts);
    var nearest = new HashMap<Integer, Byte>();
    var indexes = new byte[pixels.length];
    for (int i = 0; i < pixels.length; i++) {
      indexes[i] = nearest.computeIfAbsent(pixels[i], color -> nearest(palette, color));
    }
    var model = new IndexColorModel(8, palette.length, palette, 0, false, -1, 0);
    var small = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model);
    small.getRaster().setDataElements(0, 0, width, height, indexes);
    var out = new ByteArrayOutputStream();
    if (!ImageIO.write(small, "png", out)) {
      throw new IOException("no writer for PNG");
    }
    return out.toByteArray();
  }

  /** The most frequent colours, then those that are furthest from all chosen ones. */
  private static int[] palette(Map<Integer, Integer> counts) {
    var rest = new ArrayList<Integer>(counts.keySet());
    rest.sort(
        Comparator.comparingInt((Integer color) -> -counts.getOrDefault(color, 0))
            .thenComparing(Comparator.naturalOrder()));
    var chosen = new ArrayList<Integer>(rest.subList(0, Math.min(FREQUENT, rest.size())));
    rest.subList(0, chosen.size()).clear();
    var distances = new int[rest.size()];
    Arrays.fill(distances, Integer.MAX_VALUE);
    chosen.forEach(color -> measure(rest, distances, color));
    while (chosen.size() < COLORS && !rest.isEmpty()) {
      int furthest = 0;
      for (int i = 1; i < distances.length; i++) {
        furthest = distances[i] > distances[furthest] ? i : furthest;
      }
      if (distances[furthest] == 0) {
        break;
      }
      int color = rest.get(furthest);
      chosen.add(color);
      measure(rest, distances, color);
    }
    return chosen.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void measure(List<Integer> colors, int[] distances, int to) {
    for (int i = 0; i < distances.length; i++) {
      distances[i] = Math.min(distances[i], distance(colors.get(i), to));
    }
  }

  private static byte nearest(int[] palette, int color) {
    int best = 0;
    int distance = Integer.MAX_VALUE;
    for (int i = 0; i < palette.length; i++) {
      int d = distance(palette[i], color);
      if (d < distance) {
        distance = d;
        best = i;
      }
    }
    return (byte) best;
  }

  private static int distance(int a, int b) {
    return square(a, b, 16) + square(a, b, 8) + square(a, b, 0);
  }

  private static int square(int a, int b, int shift) {
    int difference = ((a >> shift) & 255) - ((b >> shift) & 255);
    return difference * difference;
  }
}
