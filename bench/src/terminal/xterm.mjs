// Measures @xterm/headless: xterm.mjs FILE SECONDS prints the bytes it reads of the file in a second of the processor, in
// pieces as they come from a pseudo-terminal.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/package.json');
const { Terminal } = require('@xterm/headless');
const bytes = fs.readFileSync(process.argv[2]);
const seconds = +process.argv[3];
const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0, allowProposedApi: true, logLevel: 'off' });

async function once() {
  for (let at = 0; at < bytes.length; at += 4096) terminal.write(bytes.subarray(at, at + 4096));
  await new Promise((done) => terminal.write('', done));
}

async function rate(time) {
  const began = performance.now();
  const before = process.cpuUsage();
  let times = 0;
  do {
    await once();
    times++;
  } while (performance.now() - began < time * 1000);
  const used = process.cpuUsage(before);
  return (times * bytes.length) / ((used.user + used.system) / 1e6);
}

await rate(seconds / 2);
console.log(Math.round(await rate(seconds)));
