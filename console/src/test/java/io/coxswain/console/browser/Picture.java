package io.coxswain.console.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import javax.imageio.ImageIO;

/**
 * A screenshot with at most 256 colours, which makes its file a third as large. The most frequent
 * colours stay exact; each other pixel gets the nearest of them.
 */
final class Picture {
  private static final int COLORS = 256;

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
    int[] palette =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(COLORS)
            .mapToInt(Map.Entry::getKey)
            .toArray();
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

  private static byte nearest(int[] palette, int color) {
    int best = 0;
    int distance = Integer.MAX_VALUE;
    for (int i = 0; i < palette.length; i++) {
      int d =
          square(palette[i], color, 16)
              + square(palette[i], color, 8)
              + square(palette[i], color, 0);
      if (d < distance) {
        distance = d;
        best = i;
      }
    }
    return (byte) best;
  }

  private static int square(int a, int b, int shift) {
    int difference = ((a >> shift) & 255) - ((b >> shift) & 255);
    return difference * difference;
  }
}
