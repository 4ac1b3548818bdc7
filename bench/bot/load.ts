// `npm run -w @assay/bench bot -- [chats] [messages a second] [real]`: as many chats as that write at the same moment:
// hello, an address, a question for help, one for the balance. The bot runs in a process of its own between two
// stand-ins; `real` holds it to Telegram's limits. Ends 1 where a chat is answered out of order, twice, or not at all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NO_LIMITS, type Person, REAL_LIMITS, startTelegramStandIn } from '@assay/testkit/telegram';
import { startFakeServer } from '../../apps/bot/src/test/fake-server.ts';
import { sized } from '../size.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const MAIN = fileURLToPath(new URL('../../apps/bot/src/main.ts', import.meta.url));
const LEASH = new URL('../../apps/server/src/modules/bot/outside/telegram/leash.ts', import.meta.url).href;
/** The last one proves the order: by then one of the three free checks is spent. */
const EXPECTED = ['Assay tells you', '★★☆☆☆ 2 of 5 stars', 'How to check', 'You have 2 checks.'];
const CHECK_MS = 50;
const PATIENCE_MS = 15 * 60_000;

const [chatsText = sized('1000', '10'), perSecond = '1000', limits] = process.argv.slice(2);
const chats = Number(chatsText);
const telegram = await startTelegramStandIn({ limits: limits === 'real' ? REAL_LIMITS : NO_LIMITS });
const server = await startFakeServer();
server.delayMs = CHECK_MS;
const bot = spawn(process.execPath, ['--import', LEASH, MAIN], {
  env: {
    PATH: process.env['PATH'] ?? '',
    BOT_TOKEN: telegram.token,
    BOT_API_SECRET: server.secret,
    BOT_SERVER_URL: server.url,
    BOT_TELEGRAM_URL: telegram.url,
    BOT_MESSAGES_PER_SECOND: perSecond,
  },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
if (bot.stdout === null) throw new Error('The bot has no output');
await once(bot.stdout, 'data');

const began = performance.now();
const people = Array.from({ length: chats }, () => telegram.person());
for (const text of ['/start', BTC, '/help', '/balance']) for (const person of people) person.send(text);
const doneMs = await Promise.all(people.map(untilAnswered));
await telegram.settled(60_000);
const seconds = (performance.now() - began) / 1_000;

const wrong = people.filter((person) => !isInOrder(person));
const delivered = [...telegram.world.queue.deliveries.values()];
const calls = telegram.world.calls.filter(({ method }) => method !== 'getUpdates');
const sorted = doneMs.toSorted((a, b) => a - b);
const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
const rows: readonly (readonly [string, string | number])[] = [
  ['chats', chats],
  ['messages in', chats * EXPECTED.length],
  ['calls out', calls.length],
  ['seconds', seconds.toFixed(1)],
  ['messages in a second', Math.round((chats * EXPECTED.length) / seconds)],
  ['calls out a second', Math.round(calls.length / seconds)],
  ['a chat done, ms: median, 95 of 100, last', [at(0.5), at(0.95), at(1)].join(', ')],
  ['polls', telegram.callsOf('getUpdates')],
  ['an update delivered at most', Math.max(...delivered)],
  ['refused with 429', telegram.world.limits.refused],
  ['chats answered out of order', wrong.length],
  ['checks made', server.checks.length],
  ['checks spent', server.spent()],
];
process.stdout.write(`| what | value |\n| --- | --- |\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`);
for (const person of wrong.slice(0, 3)) process.stderr.write(`${JSON.stringify(firstLines(person))}\n`);
bot.kill('SIGTERM');
await once(bot, 'exit');
await Promise.all([telegram.close(), server.close()]);
process.exitCode = wrong.length === 0 && server.checks.length === chats && server.spent() === chats ? 0 : 1;

/** Milliseconds until a chat has its last answer. */
async function untilAnswered(person: Person): Promise<number> {
  await person.reads(EXPECTED.at(-1) ?? '', { withinMs: PATIENCE_MS });
  return performance.now() - began;
}

function isInOrder(person: Person): boolean {
  const lines = firstLines(person);
  return lines.length === EXPECTED.length && lines.every((line, index) => line.startsWith(EXPECTED[index] ?? ''));
}

function firstLines(person: Person): readonly string[] {
  return person.fromBot().map(({ message }) => message.text?.split('\n')[0] ?? '');
}
