import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/// Draws the program's icon, a page with rows of which one is reclaimed, in the sizes that desktops
/// ask for: `java DrawIcon.java DIRECTORY`.
void main(String[] arguments) throws IOException {
  var directory = Path.of(arguments[0]);
  Files.createDirectories(directory);
  for (int size : new int[] {32, 128, 256}) {
    ImageIO.write(icon(size), "png", directory.resolve("icon-%d.png".formatted(size)).toFile());
  }
}

BufferedImage icon(int size) {
  var image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
  Graphics2D pen = image.createGraphics();
  pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
  pen.scale(size / 64.0, size / 64.0);
  pen.setColor(new Color(0x1f4e79));
  pen.fill(new RoundRectangle2D.Double(3, 3, 58, 58, 26, 26));
  pen.setColor(Color.WHITE);
  pen.fill(new Rectangle2D.Double(14, 16, 36, 9));
  pen.fill(new Rectangle2D.Double(14, 40, 15, 9));
  pen.setColor(new Color(0x8fb4d9));
  pen.fill(new Rectangle2D.Double(14, 28, 36, 9));
  var tick = new Path2D.Double();
  tick.moveTo(34, 45);
  tick.lineTo(40, 51);
  tick.lineTo(53, 38);
  pen.setColor(new Color(0x7fe0a8));
  pen.setStroke(new BasicStroke(5, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
  pen.draw(tick);
  pen.dispose();
  return image;
}
