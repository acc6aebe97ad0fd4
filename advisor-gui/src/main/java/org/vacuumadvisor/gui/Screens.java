package org.vacuumadvisor.gui;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.advice.AdviceScreen;
import org.vacuumadvisor.gui.freeze.FreezeScreen;
import org.vacuumadvisor.gui.past.Archives;
import org.vacuumadvisor.gui.paste.PasteScreen;
import org.vacuumadvisor.gui.screen.Place;
import org.vacuumadvisor.gui.screen.Screen;
import org.vacuumadvisor.gui.screen.Shell;
import org.vacuumadvisor.gui.server.ConnectScreen;
import org.vacuumadvisor.gui.tables.TablesScreen;
import org.vacuumadvisor.gui.tables.Timelines;
import org.vacuumadvisor.gui.tryout.TryScreen;
import org.vacuumadvisor.gui.xray.XrayScreen;

/// Which screens there are. A new one needs its line here and its constant in [Place].
final class Screens {
  private Screens() {}

  /// One for all screens of the window, made for the first that wants it.
  private static final class Shared<T> {
    private final Function<Shell, T> maker;
    private @Nullable T made;

    Shared(Function<Shell, T> maker) {
      this.maker = maker;
    }

    T in(Shell shell) {
      var one = made == null ? maker.apply(shell) : made;
      made = one;
      return one;
    }
  }

  static Map<Place, Function<Shell, Screen>> all() {
    var all = new EnumMap<Place, Function<Shell, Screen>>(Place.class);
    var timelines = new Timelines();
    var archives = new Shared<>(Archives::new);
    all.put(Place.PASTE, PasteScreen::new);
    all.put(Place.CONNECT, shell -> new ConnectScreen(shell, archives.in(shell), timelines::add));
    all.put(Place.TABLES, shell -> new TablesScreen(shell, timelines, archives.in(shell)));
    all.put(Place.ADVICE, AdviceScreen::new);
    all.put(Place.TRY, TryScreen::new);
    all.put(Place.FREEZE, FreezeScreen::new);
    all.put(Place.XRAY, XrayScreen::new);
    return all;
  }
}
