package comity.store;

import comity.json.Json;
import comity.messages.Conversation;
import comity.messages.Delivery;
import comity.messages.Envelope;
import comity.messages.Trace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The runs of this hub's agents: what is queued, what is under way, and how it ended. */
public final class Runs {
  private static final String RUN =
      "SELECT cid, peer, remote_id, opener, agent_uri, keyed, c_state, created_at, last_at,"
          + " conversation, message, agent, attempts, seq, body, run_id, process FROM"
          + " (SELECT c.cid, c.peer, c.remote_id, c.opener, c.agent AS agent_uri, c.keyed,"
          + " c.state AS c_state, c.created_at, c.last_at, r.conversation, r.message, r.agent,"
          + " r.attempts, m.seq, m.body, r.run_id, r.process, r.state"
          + " FROM run r JOIN message m ON m.id = r.message"
          + " JOIN conversation c ON c.id = r.conversation) ";

  private final Database database;

  Runs(Database database) {
    this.database = database;
  }

  /**
   * A run that waits for its turn; its message is not held.
   *
   * @param bytes of the message
   */
  public record Queued(long message, long conversationRow, String agent, long bytes) {}

  /** Queued runs of this agent after this message, in the order in which they were accepted. */
  public List<Queued> queued(String agent, long after, int limit) {
    return database.read(sql ->
        sql.list(
            "SELECT r.message, r.conversation, length(m.body) FROM run r"
                + " JOIN message m ON m.id = r.message WHERE r.state = 'queued' AND r.agent = ?"
                + " AND r.message > ? ORDER BY r.message LIMIT ?",
            row -> new Queued(row.getLong(1), row.getLong(2), agent, row.getLong(3)),
            agent,
            after,
            limit));
  }

  /** Whether a queued run may start. */
  public sealed interface Turn {
    /** It may. */
    record Now(Run run) implements Turn {}

    /** Not before an earlier run of its conversation, of this agent or another, has ended. */
    record Later() implements Turn {}

    /** It is not queued any more. */
    record Over() implements Turn {}
  }

  /** The run, where it is queued still. */
  Optional<Run> find(Queued queued) {
    return database.read(sql -> find(sql, queued));
  }

  private static Optional<Run> find(Sql sql, Queued queued) throws SQLException {
    return sql.one(RUN + "WHERE message = ? AND state = 'queued'", Runs::run, queued.message());
  }

  /** Whether it is this run's turn in its conversation (MSG-16), and if so the run. */
  public Turn turn(Queued queued) {
    return database.read(sql -> {
      Optional<Run> run = find(sql, queued);
      if (run.isEmpty()) {
        return new Turn.Over();
      }
      boolean first =
          sql.one(
                  "SELECT 1 FROM run WHERE conversation = ? AND message < ?"
                      + " AND state IN ('queued', 'running') LIMIT 1",
                  row -> row.getInt(1),
                  queued.conversationRow(),
                  queued.message())
              .isEmpty();
      return first ? new Turn.Now(run.get()) : new Turn.Later();
    });
  }

  /** The agents that have queued runs. */
  public List<String> waitingAgents() {
    return database.read(sql -> {
      List<String> agents = new ArrayList<>();
      Optional<String> next = Optional.of("");
      while (next.isPresent()) {
        next =
            sql.one(
                "SELECT agent FROM run WHERE state = 'queued' AND agent > ?"
                    + " ORDER BY agent LIMIT 1",
                row -> row.getString(1),
                next.get());
        next.ifPresent(agents::add);
      }
      return agents;
    });
  }

  /** Runs that were under way when the hub ended. */
  public List<Interrupted> interrupted() {
    return database.read(sql ->
        sql.list(
            RUN + "WHERE state = 'running' ORDER BY message",
            row ->
                new Interrupted(
                    run(row),
                    Sql.text(row, "run_id").orElse(""),
                    Sql.text(row, "process").orElse(""))));
  }

  private static Run run(ResultSet row) throws SQLException {
    Conversation conversation = Rows.conversation(row);
    return new Run(
        row.getLong(11),
        row.getLong(10),
        conversation,
        row.getString(12),
        row.getInt(13),
        row.getLong(14),
        Envelope.stored(row.getBytes(15)));
  }

  /**
   * Writes down that the run begins: its message is read, its trace runs.
   *
   * @return false where it is not queued any more, since its conversation was stopped: then nothing
   *     was changed
   */
  public boolean begin(Run run, String runId, String traceId, long at) {
    return database.write((sql, topics) -> {
      int queued =
          sql.update(
              "UPDATE run SET state = 'running', run_id = ?, process = NULL,"
                  + " attempts = attempts + 1 WHERE message = ? AND state = 'queued'",
              runId,
              run.message());
      if (queued == 0) {
        return false;
      }
      Rows.deliver(
          sql, run.message(), new Delivery(Delivery.State.DELIVERED, at, Optional.empty()));
      Rows.deliver(sql, run.message(), new Delivery(Delivery.State.READ, at, Optional.empty()));
      topics.add(Topics.conversation(run.conversation().id()));
      TraceRows.begin(sql, run, traceId, at, topics);
      return true;
    });
  }

  /** Writes down the process of a run, so that what is left of it can be ended after a crash. */
  public void started(Run run, String process) {
    database.write((sql, _) ->
        sql.update("UPDATE run SET process = ? WHERE message = ?", process, run.message()));
  }

  /** Puts a run back into the queue. */
  public void again(Run run, String why, long at) {
    database.write((sql, topics) -> {
      int running =
          sql.update(
              "UPDATE run SET state = 'queued', process = NULL WHERE message = ?"
                  + " AND state = 'running'",
              run.message());
      if (running > 0) {
        TraceRows.event(sql, run, at, "interrupted", why, topics);
        topics.add(Topics.RUNS);
      }
      return "";
    });
  }

  /**
   * Ends a run; its reply is added to the conversation in the same transaction, so that a message
   * is answered once.
   *
   * @param traceId for the trace, where the conversation has none yet
   */
  public void finish(Run run, String traceId, Outcome outcome, long at) {
    database.write((sql, topics) -> {
      int open =
          sql.update(
              "UPDATE run SET state = ?, process = NULL WHERE message = ?"
                  + " AND state IN ('queued', 'running')",
              outcome.status() == Trace.Status.COMPLETED ? "done" : "failed",
              run.message());
      if (open == 0) {
        return "";
      }
      deliver(sql, run, outcome, at);
      TraceRows.finish(sql, run, traceId, outcome, at, topics);
      topics.add(Topics.conversation(run.conversation().id()));
      if (outcome.reply().isPresent()) {
        reply(sql, run, outcome.reply().get(), at, topics);
      }
      return "";
    });
  }

  private static void deliver(Sql sql, Run run, Outcome outcome, long at) throws SQLException {
    boolean done = outcome.status() == Trace.Status.COMPLETED;
    if (done) {
      Rows.deliver(
          sql, run.message(), new Delivery(Delivery.State.DELIVERED, at, Optional.empty()));
      Rows.deliver(sql, run.message(), new Delivery(Delivery.State.READ, at, Optional.empty()));
    }
    Rows.deliver(
        sql,
        run.message(),
        done
            ? new Delivery(Delivery.State.ANSWERED, at, Optional.empty())
            : new Delivery(Delivery.State.FAILED, at, Optional.of(outcome.summary())));
  }

  private static void reply(Sql sql, Run run, Outcome.Reply reply, long at, Set<String> topics)
      throws SQLException {
    Envelope envelope = reply.envelope();
    boolean inserted =
        Rows.insert(
            sql,
            run.conversation().id(),
            envelope.from().toString(),
            envelope.messageId(),
            envelope.digest(),
            Json.write(envelope.json()),
            at);
    if (inserted) {
      Outbox.route(sql, reply.destination(), at, topics);
    }
  }

  /** The provider's conversation behind this run's conversation. */
  public Optional<Native> nativeSession(Run run) {
    return database.read(sql ->
        sql.one(
            "SELECT native_id, native_state FROM trace"
                + " WHERE conversation = ? AND agent = ? AND native_id IS NOT NULL",
            row -> new Native(row.getString(1), "confirmed".equals(row.getString(2))),
            run.conversationRow(),
            run.agent()));
  }

  /** Keeps the provider's conversation behind this run's conversation. */
  public void nativeSession(Run run, Native session) {
    database.write((sql, _) ->
        sql.update(
            "UPDATE trace SET native_id = ?, native_state = ? WHERE conversation = ?"
                + " AND agent = ?",
            session.id(),
            session.confirmed() ? "confirmed" : "provisional",
            run.conversationRow(),
            run.agent()));
  }
}
