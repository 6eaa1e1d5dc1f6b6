CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value INTEGER NOT NULL
);

INSERT INTO meta VALUES ('journal_applied', 0);

CREATE TABLE conversation (
  id INTEGER PRIMARY KEY,
  cid TEXT NOT NULL UNIQUE,
  peer TEXT,
  remote_id TEXT,
  opener TEXT NOT NULL,
  agent TEXT NOT NULL,
  keyed INTEGER NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  last_seq INTEGER NOT NULL
);

CREATE UNIQUE INDEX conversation_remote ON conversation (remote_id, peer) WHERE remote_id IS NOT NULL;

CREATE TABLE message (
  id INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  sender TEXT NOT NULL,
  message_id TEXT NOT NULL,
  digest BLOB NOT NULL,
  body BLOB NOT NULL,
  state TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  delivered_at INTEGER,
  read_at INTEGER,
  ended_at INTEGER,
  reason TEXT
);

CREATE UNIQUE INDEX message_identity ON message (message_id, sender);

CREATE UNIQUE INDEX message_order ON message (conversation, seq);

CREATE TABLE run (
  message INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL,
  agent TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  run_id TEXT,
  process TEXT
);

CREATE INDEX run_queued ON run (agent, message) WHERE state = 'queued';

CREATE INDEX run_running ON run (message) WHERE state = 'running';

CREATE INDEX run_open ON run (conversation, message) WHERE state IN ('queued', 'running');

CREATE TABLE outbox (
  message INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL,
  target TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  first_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  put_off_at INTEGER NOT NULL,
  reason TEXT
);

CREATE INDEX outbox_pending ON outbox (message) WHERE state = 'pending';

CREATE INDEX outbox_order ON outbox (conversation, message);

CREATE TABLE trace (
  id TEXT PRIMARY KEY,
  conversation INTEGER NOT NULL,
  agent TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  last_event INTEGER NOT NULL DEFAULT 0,
  native_id TEXT,
  native_state TEXT
);

CREATE UNIQUE INDEX trace_conversation ON trace (conversation, agent);

CREATE TABLE goal (
  trace TEXT NOT NULL,
  id TEXT NOT NULL,
  parent TEXT,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  summary TEXT NOT NULL,
  PRIMARY KEY (trace, id)
);

CREATE TABLE event (
  trace TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (trace, number)
);

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  hash BLOB NOT NULL UNIQUE,
  senders TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
);
