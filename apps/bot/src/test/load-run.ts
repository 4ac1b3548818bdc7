// `node apps/bot/src/test/load-run.ts [chats] [messages a second] [real]`: as many chats as that write at the same moment:
// hello, an address, a question for help, one for the balance. The bot runs in a process of its own between two
// stand-ins; `real` holds it to Telegram's limits. Ends 1 where a chat is answered out of order, twice, or not at all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NO_LIMITS, type Person, REAL_LIMITS, startTelegramStandIn } from '@assay/testkit/telegram';
import { startFakeServer } from './fake-server.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The last one proves the order: by then one of the three free checks is spent. */
const EXPECTED = ['Assay tells you', '★★☆☆☆ 2 of 5 stars', 'How to check', 'You have 2 checks.'];
const CHECK_MS = 50;
const PATIENCE_MS = 15 * 60_000;

const [chatsText = '1000', perSecond = '1000', limits] = process.argv.slice(2);
const chats = Number(chatsText);
const telegram = await startTelegramStandIn({ limits: limits === 'real' ? REAL_LIMITS : NO_LIMITS });
const server = await startFakeServer();
server.delayMs = CHECK_MS;
const bot = spawn(process.execPath, [MAIN], {
  env: {
    PATH: process.env['PATH'] ?? '',
    BOT_TOKEN: telegram.token,
    BOT_API_SECRET: server.secret,
    BOT_SERVER_URL: server.url,
    BOT_TELEGRAM_URL: telegram.url,
    BOT_MESSAGES_PER_SECOND: perSecond,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
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
process.stdout.write(
  `${JSON.stringify(
    {
      chats,
      messagesIn: chats * EXPECTED.length,
      callsOut: calls.length,
      seconds: Number(seconds.toFixed(1)),
      messagesInPerSecond: Math.round((chats * EXPECTED.length) / seconds),
      callsOutPerSecond: Math.round(calls.length / seconds),
      chatDoneMs: { p50: at(0.5), p95: at(0.95), max: at(1) },
      polls: telegram.callsOf('getUpdates'),
      deliveredMostOften: Math.max(...delivered),
      refusedWith429: telegram.world.limits.refused,
      outOfOrder: wrong.length,
      checks: server.checks.length,
      spent: server.spent(),
    },
    null,
    2,
  )}\n`,
);
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
  return lines.length === EXPECTED.length && lines.every((line, place) => line.startsWith(EXPECTED[place] ?? ''));
}

function firstLines(person: Person): readonly string[] {
  return person.fromBot().map(({ message }) => message.text?.split('\n')[0] ?? '');
}
