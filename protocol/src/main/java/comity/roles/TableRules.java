package comity.roles;

import java.util.ArrayList;
import java.util.List;

/** Tables of boundaries that are half written (ROLE-8, ROLE-25). */
final class TableRules {
  private TableRules() {}

  static void check(String file, RoleFile role, List<Finding> into) {
    for (Section section : role.sections()) {
      if (section.kind() != Section.Kind.BOUNDARIES) {
        continue;
      }
      List<Integer> table = new ArrayList<>();
      for (int line = section.from() + 1; line <= section.to(); line++) {
        boolean row =
            line < section.to()
                && role.structure().kind(line) == Structure.Kind.TEXT
                && role.lines().text(line).indexOf('|') >= 0;
        if (row) {
          table.add(line);
        } else if (!table.isEmpty()) {
          check(file, role, table, into);
          table.clear();
        }
      }
    }
  }

  private static void check(String file, RoleFile role, List<Integer> table, List<Finding> into) {
    int header = table.getFirst();
    int columns = Boundaries.cells(role.lines().text(header)).size();
    boolean ruled = table.size() > 1 && Boundaries.isRule(role.lines().text(table.get(1)));
    if (!ruled) {
      into.add(half(file, header, "there is no line `|---|` below the table's first"));
    } else if (table.size() == 2) {
      into.add(half(file, header, "the table has no rows"));
    }
    for (int line : table.subList(1, table.size())) {
      int cells = Boundaries.cells(role.lines().text(line)).size();
      if (cells != columns) {
        into.add(
            half(
                file,
                line,
                "this row has " + cells + " cells and the table's first has " + columns));
      }
    }
  }

  private static Finding half(String file, int line, String message) {
    return Finding.of(file, line, "boundaries-table", Finding.Severity.WARNING, message);
  }
}
