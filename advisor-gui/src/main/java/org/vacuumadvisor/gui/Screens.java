package org.vacuumadvisor.gui;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.vacuumadvisor.gui.advice.AdviceScreen;
import org.vacuumadvisor.gui.freeze.FreezeScreen;
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

  static Map<Place, Function<Shell, Screen>> all() {
    var all = new EnumMap<Place, Function<Shell, Screen>>(Place.class);
    var timelines = new Timelines();
    all.put(Place.PASTE, PasteScreen::new);
    all.put(Place.CONNECT, shell -> new ConnectScreen(shell, timelines::add));
    all.put(Place.TABLES, shell -> new TablesScreen(shell, timelines));
    all.put(Place.ADVICE, AdviceScreen::new);
    all.put(Place.TRY, TryScreen::new);
    all.put(Place.FREEZE, FreezeScreen::new);
    all.put(Place.XRAY, XrayScreen::new);
    return all;
  }
}
