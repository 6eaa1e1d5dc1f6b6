// Draws what it is asked to on @xterm/headless and says what each cell is, as ScreenDump.java does for Comity's own.
// A question is a line of JSON: { columns, rows, scrollback, steps: [base64 of bytes | [columns, rows]] }.
// The answer is lines of text, the last of them `end`.
import { createRequire } from 'node:module';
import readline from 'node:readline';

const require = createRequire(process.env.KITS + '/package.json');
const { Terminal } = require('@xterm/headless');

const FLAGS = [
  ['isBold', 1], ['isDim', 2], ['isItalic', 3], ['isBlink', 5], ['isInverse', 7], ['isInvisible', 8],
  ['isStrikethrough', 9], ['isOverline', 53],
];
const SHAPES = { block: 1, underline: 3, bar: 5 };

function colour(value, low, high, more) {
  const kind = value & 0x3000000;
  const number = value & 0xffffff;
  if (kind === 0x1000000) return ';' + ((number & 0xff) < 8 ? low + (number & 0xff) : high + (number & 0xff) - 8);
  if (kind === 0x2000000) return `;${more};5;${number & 0xff}`;
  if (kind === 0x3000000) return `;${more};2;${number >> 16};${(number >> 8) & 0xff};${number & 0xff}`;
  return '';
}

function underline(cell) {
  if (!(cell.fg & 0x10000000)) return 0;
  return (cell.bg & 0x10000000 ? (cell.extended._ext >> 26) & 7 : 1) || 1;
}

function style(cell) {
  let text = '';
  for (const [flag, number] of FLAGS) if (cell[flag]()) text += ';' + number;
  const kind = underline(cell);
  if (kind) text += kind === 1 ? ';4' : ';4:' + kind;
  text += colour(cell.fg, 30, 90, 38) + colour(cell.bg, 40, 100, 48);
  // SGR 59 leaves white there instead of nothing.
  if (kind && cell.bg & 0x10000000 && cell.extended.underlineColor !== 0x3ffffff) {
    text += colour(cell.extended.underlineColor, 0, 0, 58);
  }
  return text;
}

function link(core, cell) {
  if (!(cell.bg & 0x10000000) || !cell.extended.urlId) return '';
  const data = core._oscLinkService.getLinkData(cell.extended.urlId);
  return data ? (data.id ? 'id=' + data.id : '') + ';' + data.uri : '';
}

function row(core, buffer, y, columns) {
  const line = buffer.lines.get(buffer.ybase + y);
  if (!line) return '? none';
  const parts = [];
  let last = '';
  let times = 0;
  const cell = new (buffer.getNullCell().constructor)();
  for (let x = 0; x < columns; x++) {
    line.loadCell(x, cell);
    const text = `${cell.getChars()}|${cell.getWidth()}|${style(cell)}|${link(core, cell)}`;
    if (text !== last && times) {
      parts.push(last + '*' + times);
      times = 0;
    }
    last = text;
    times++;
  }
  parts.push(last + '*' + times);
  return (line.isWrapped ? '+ ' : '- ') + parts.join('\t');
}

function modes(core) {
  const m = core.coreService.decPrivateModes;
  const mouse = { NONE: 0, X10: 9, VT200: 1000, DRAG: 1002, ANY: 1003 }[core.coreMouseService.activeProtocol];
  const form = { DEFAULT: 0, SGR: 1006, SGR_PIXELS: 1016 }[core.coreMouseService.activeEncoding];
  const shape = m.cursorStyle === undefined ? 0 : SHAPES[m.cursorStyle] + (m.cursorBlink ? 0 : 1);
  return [
    ['1', m.applicationCursorKeys], ['6', m.origin], ['7', m.wraparound], ['25', !core.coreService.isCursorHidden],
    ['45', m.reverseWraparound], ['66', m.applicationKeypad], ['1004', m.sendFocus], ['2004', m.bracketedPasteMode],
    ['2026', m.synchronizedOutput], ['1049', core.buffers.active === core.buffers.alt],
  ].filter(([, on]) => on).map(([name]) => name).join(' ') + ` mouse ${mouse} ${form} shape ${shape}`;
}

function answer({ columns, rows, scrollback, steps }) {
  const terminal = new Terminal({ cols: columns, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
  const core = terminal._core;
  let title = '';
  terminal.onTitleChange((text) => (title = text));
  for (const step of steps) {
    if (Array.isArray(step)) terminal.resize(step[0], step[1]);
    else core._inputHandler.parse(Buffer.from(step, 'base64'));
  }
  const buffer = core.buffers.active;
  const lines = [
    `cursor ${Math.min(buffer.x, terminal.cols)} ${buffer.y}`,
    `modes ${modes(core)}`,
    `title ${title}`,
  ];
  for (let y = 0; y < terminal.rows; y++) lines.push(row(core, buffer, y, terminal.cols));
  terminal.dispose();
  return lines.join('\n');
}

for await (const question of readline.createInterface({ input: process.stdin })) {
  let text;
  try {
    text = answer(JSON.parse(question));
  } catch (error) {
    text = 'failed ' + String(error).split('\n')[0];
  }
  process.stdout.write(text + '\nend\n');
}
