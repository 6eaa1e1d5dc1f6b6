// The A2A SDK's own server on its own SQLite store, with an agent that does no work. The agent goes
// through the life of a task that the SDK's samples show (submitted, working, artifact, completed),
// or, with `once`, publishes a task that is completed already: the fewest writes the SDK can do.
// Usage: node server.mjs PORT DATABASE life|once
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import express from 'express';
import { Kysely, SqliteDialect } from 'kysely';
import { Role, TaskState } from '@a2a-js/sdk';
import { AgentEvent, DefaultRequestHandler } from '@a2a-js/sdk/server';
import { DatabaseTaskStore } from '@a2a-js/sdk/server/database';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';

const [port, file, way] = [Number(process.argv[2]), process.argv[3], process.argv[4]];

const sqlite = new Database(file);
sqlite.pragma('journal_mode = WAL');
sqlite.pragma('synchronous = FULL');
const store = new DatabaseTaskStore(new Kysely({ dialect: new SqliteDialect({ database: sqlite }) }));

const text = (value) => ({
  content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain',
});

function status(state, message) {
  return { state, message, timestamp: new Date().toISOString() };
}

function task({ taskId, contextId, userMessage }, state) {
  return {
    id: taskId, contextId, status: status(state), artifacts: [], history: [userMessage], metadata: {},
  };
}

const life = {
  cancelTask: async () => {},
  execute: async (request, bus) => {
    const { taskId, contextId } = request;
    bus.publish(AgentEvent.task(task(request, TaskState.TASK_STATE_SUBMITTED)));
    const working = {
      role: Role.ROLE_AGENT, messageId: randomUUID(), parts: [text('working')], taskId, contextId,
      extensions: [], metadata: {}, referenceTaskIds: [],
    };
    bus.publish(AgentEvent.statusUpdate({
      taskId, contextId, status: status(TaskState.TASK_STATE_WORKING, working), metadata: {},
    }));
    const artifact = {
      artifactId: randomUUID(), name: 'reply', description: '', parts: [text('received')],
      metadata: undefined, extensions: [],
    };
    bus.publish(AgentEvent.artifactUpdate({
      taskId, contextId, artifact, lastChunk: true, append: false, metadata: undefined,
    }));
    bus.publish(AgentEvent.statusUpdate({
      taskId, contextId, status: status(TaskState.TASK_STATE_COMPLETED), metadata: {},
    }));
  },
};

const once = {
  cancelTask: async () => {},
  execute: async (request, bus) => {
    bus.publish(AgentEvent.task(task(request, TaskState.TASK_STATE_COMPLETED)));
  },
};

const card = {
  name: 'bench', description: 'An agent that does no work.', version: '1.0.0',
  supportedInterfaces: [
    { url: `http://127.0.0.1:${port}/`, protocolBinding: 'JSONRPC', tenant: '', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: false, pushNotifications: false, extensions: [], extendedAgentCard: false },
  securitySchemes: {}, securityRequirements: [], defaultInputModes: ['text'],
  defaultOutputModes: ['text'], skills: [], documentationUrl: '', signatures: [],
};

const requestHandler = new DefaultRequestHandler(card, store, way === 'once' ? once : life);
const app = express();
app.disable('x-powered-by');
app.use(jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
const server = app.listen(port, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${port} synchronous=${sqlite.pragma('synchronous', { simple: true })}`);
});
server.keepAliveTimeout = 600_000;
process.on('SIGTERM', () => process.exit(0));
