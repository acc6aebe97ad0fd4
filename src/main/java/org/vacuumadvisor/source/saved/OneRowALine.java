package org.vacuumadvisor.source.saved;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.util.MinimalPrettyPrinter;

/// Puts each set and each row on a line of its own, so that files can be looked at and compared.
final class OneRowALine extends MinimalPrettyPrinter {
  private static final long serialVersionUID = 1;

  @Override
  public void beforeArrayValues(JsonGenerator json) {
    if (isListOfLines(json)) {
      json.writeRaw('\n');
    }
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator json) {
    json.writeRaw(isListOfLines(json) ? ",\n" : ",");
  }

  private static boolean isListOfLines(JsonGenerator json) {
    TokenStreamContext list = json.streamWriteContext().getParent();
    String name = list == null ? null : list.currentName();
    return SurveyFormat.SETS.equals(name)
        || SurveyFormat.VALUES.equals(name)
        || SurveyFormat.GAPS.equals(name);
  }
}
