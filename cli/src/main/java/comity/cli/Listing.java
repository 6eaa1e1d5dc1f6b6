package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A list that the hub keeps, as a table.
 *
 * @param path where it is
 * @param name its member of the answer
 * @param undone what is said where the hub does not give it
 * @param empty the line where there is nothing in it
 * @param columns the fields to show
 */
record Listing(String path, String name, String undone, String empty, List<String> columns) {
  Listing {
    columns = List.copyOf(columns);
  }

  Outcome show(Context context) throws IOException {
    return show(context, body -> body);
  }

  /** As {@link #show(Context)}, of what {@code chosen} makes of the answer. */
  Outcome show(Context context, UnaryOperator<JsonObject> chosen) throws IOException {
    return context
        .hub()
        .get(path)
        .outcome(
            undone,
            answer -> {
              JsonObject body = chosen.apply(answer);
              int width = context.surroundings().columns();
              return new Outcome.Answer(
                  body, Table.lines(Table.objects(body, name), empty, width, columns));
            });
  }
}
