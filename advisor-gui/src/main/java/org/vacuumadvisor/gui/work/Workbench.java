package org.vacuumadvisor.gui.work;

import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.vacuumadvisor.model.RelationName;

/// What the window is working on. Screens put there what they open, and show what is there, whoever
/// opened it. To be touched in the window's thread.
public final class Workbench {
  private final ReadOnlyObjectWrapper<Optional<Opened>> opened =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ObjectProperty<Optional<RelationName>> table =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<PageReader>> pageReader =
      new SimpleObjectProperty<>(Optional.empty());

  /// What is open now; empty at first.
  public Optional<Opened> opened() {
    return opened.get();
  }

  public ReadOnlyObjectProperty<Optional<Opened>> openedProperty() {
    return opened.getReadOnlyProperty();
  }

  /// Puts something in place of what was open.
  public void open(Opened next) {
    opened.set(Optional.of(next));
  }

  /// Leaves nothing open.
  public void clear() {
    opened.set(Optional.empty());
  }

  /// The table that somebody is looking at: a screen that shows tables one by one shows this one.
  public ObjectProperty<Optional<RelationName>> tableProperty() {
    return table;
  }

  /// Shows pages of the server that is being looked at; empty while none is.
  public ObjectProperty<Optional<PageReader>> pageReaderProperty() {
    return pageReader;
  }
}
