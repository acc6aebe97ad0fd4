package org.vacuumadvisor.gui.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.gui.paste.AnswerPane.RecentFiles;
import org.vacuumadvisor.gui.work.Memory;

class RecentFilesTest {
  private final Memory memory = Memory.shortLived();
  private final RecentFiles recent = new RecentFiles(memory);

  @Test
  void remembersTheLatestFirstAndEachOnce(@TempDir Path directory) throws IOException {
    var one = Files.writeString(directory.resolve("one.log"), "");
    var two = Files.writeString(directory.resolve("two.log"), "");
    recent.add(List.of(one));
    recent.add(List.of(one, two));
    recent.add(List.of(one));

    assertEquals(List.of(List.of(one), List.of(one, two)), new RecentFiles(memory).sets());
  }

  @Test
  void forgetsWhatIsGone(@TempDir Path directory) throws IOException {
    var gone = Files.writeString(directory.resolve("gone.log"), "");
    recent.add(List.of(gone));
    Files.delete(gone);

    assertEquals(List.of(), recent.sets());
  }

  @Test
  void keepsNoMoreThanSix(@TempDir Path directory) throws IOException {
    for (int each = 0; each < 9; each++) {
      recent.add(List.of(Files.writeString(directory.resolve(each + ".log"), "")));
    }

    assertEquals(6, recent.sets().size());
    assertEquals(directory.resolve("8.log"), recent.sets().getFirst().getFirst());
  }
}
