// A full session of the official client: client-session.mjs MODE http URL | MODE stdio COMMAND…
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.env.KITS + '/package.json');
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Client, StreamableHTTPClientTransport } = await load('@modelcontextprotocol/client');
const { StdioClientTransport } = await load('@modelcontextprotocol/client/stdio');

const [mode, kind, target, ...words] = process.argv.slice(2);
const client = new Client(
  { name: 'session', version: '1' },
  {
    capabilities: { elicitation: {}, sampling: {}, roots: {} },
    versionNegotiation: { mode: mode === 'pin' ? { pin: '2026-07-28' } : mode },
  },
);
client.setRequestHandler('elicitation/create', async () => ({
  action: 'accept',
  content: { name: 'Alice', color: 'blue', ok: true },
}));
client.setRequestHandler('sampling/createMessage', async () => ({
  role: 'assistant',
  model: 'none',
  content: { type: 'text', text: 'Paris' },
}));
await client.connect(
  kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args: words }),
);
assert.equal(client.getServerVersion().name, 'fixtures');

const { tools } = await client.listTools();
assert(tools.some((tool) => tool.name === 'echo'));
const text = (result) => result.content[0].text;
const call = (name, args = {}, options) => client.callTool({ name, arguments: args }, options);

const echoed = await call('echo', { text: 'grüß' });
assert.deepEqual(echoed.structuredContent, { text: 'grüß' });
assert.equal((await call('test_error_handling')).isError, true);
assert.equal((await call('echo', {})).isError, true);
await assert.rejects(call('no_such_tool'), { code: -32602 });
assert.equal((await call('test_image_content')).content[0].type, 'image');

// On stdio the client drops progress that comes in one read with the answer, so it is counted on HTTP alone;
// the cancelled call below shows that it arrives.
let steps = 0;
await call('test_tool_with_progress', {}, { onprogress: () => steps++ });
if (kind === 'http') assert.equal(steps, 3);

assert.equal(text(await call('test_input_required_result_multi_round')), 'Done after round-2');
assert.equal(text(await call('test_sampling', { prompt: 'capital?' })), 'LLM response: Paris');

const stop = new AbortController();
const cancelled = call('wait_for_cancel', {}, { signal: stop.signal, onprogress: () => stop.abort() });
await assert.rejects(cancelled);

const { prompts } = await client.listPrompts();
assert.equal(prompts.length, 5);
const prompt = await client.getPrompt({
  name: 'test_prompt_with_arguments',
  arguments: { arg1: 'a', arg2: 'b' },
});
assert.match(prompt.messages[0].content.text, /arg1='a', arg2='b'/);

assert.equal((await client.listResources()).resources.length, 3);
assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1);
const read = await client.readResource({ uri: 'test://template/42/data' });
assert.equal(JSON.parse(read.contents[0].text).id, '42');
await assert.rejects(client.readResource({ uri: 'test://none' }));
const { completion } = await client.complete({
  ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
  argument: { name: 'arg1', value: 'par' },
});
assert.deepEqual(completion.values, ['paris', 'park', 'party']);

if (mode === 'legacy') {
  await client.ping();
  await client.setLoggingLevel('debug');
  const updated = new Promise((done) =>
    client.setNotificationHandler('notifications/resources/updated', done),
  );
  await client.subscribeResource({ uri: 'test://watched-resource' });
  await call('change_watched');
  assert.equal((await updated).params.uri, 'test://watched-resource');
}
await client.close();
console.log('ok', mode, kind);
