// `node apps/bot/src/test/write-transcripts.ts <folder>`: conversations as people see them, as pages to look at, in every
// language and both themes. Nothing is sent anywhere: both ends are stand-ins.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPayloadOf } from '@assay/contracts/client';
import { type Person, renderChat, startTelegramStandIn } from '@assay/testkit/telegram';
import { readConfig } from '../config.ts';
import { buildLog } from '../log.ts';
import { startBot } from '../start-bot.ts';
import { LANGUAGES, TEXTS } from '../texts/texts.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { exposure, notRated } from './results.ts';

const TRON = 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G';
const EVM = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const UNKNOWN = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

const folder = process.argv[2] ?? 'transcripts';
mkdirSync(folder, { recursive: true });
for (const language of LANGUAGES) await write(language);

async function write(language: (typeof LANGUAGES)[number]): Promise<void> {
  const t = TEXTS[language];
  const telegram = await startTelegramStandIn({ username: 'assay_bot' });
  const server = await startFakeServer();
  prepare(server);
  const config = readConfig({
    BOT_TOKEN: telegram.token,
    BOT_API_SECRET: server.secret,
    BOT_SERVER_URL: server.url,
    BOT_TELEGRAM_URL: telegram.url,
  });
  const bot = await startBot(config, { log: buildLog(config), followEveryMs: 300 });
  const talks: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
    async check(person) {
      person.start();
      await person.reads(t.start.how);
      person.send(EVM);
      await person.reads('0x098b');
      render(`${language}-assets`, structuredClone(person.sees()), t.code);
      person.press('ETH');
      await person.reads('★');
      person.send(TRON);
      await person.reads('TNXo');
      person.press('USDT · TRX');
      await person.reads('★★');
      person.press(t.result.pdf);
      await person.finds('the file', ({ message }) => message.document !== undefined);
      person.press(t.result.share);
      await person.reads('riskcheck');
    },
    async limits(person) {
      server.person(person.id).own = 1;
      person.send(UNKNOWN);
      await person.reads('N/A');
      person.send(BTC);
      await person.reads('★');
      person.send(TRON);
      await person.reads('TNXo');
      person.press('TRX');
      await person.reads(t.balance.kept);
      person.press(t.balance.buy);
      await person.reads('200');
      person.press(/^50 /);
      await person.reads(t.buy.how);
      person.press(t.buy.card);
      await person.reads(t.buy.ready.text);
    },
    async account(person) {
      person.send('/help');
      await person.reads(t.help.spend);
      person.send('/link');
      await person.reads(t.link.steps);
      person.start(startPayloadOf({ kind: 'join', token: server.joinLink('k…@example.org', 40) }) ?? '');
      await person.reads('k…@example.org');
      person.press(t.link.yes);
      await person.reads('43');
      person.send('/balance');
      await person.reads(t.balance.own(3));
      server.seed(person.id, [{}, notRated({ ticker: 'BTC', parent: null, address: BTC }), { riskscore: 5 }]);
      person.send('/history');
      await person.reads('3. ');
      person.send('/privacy');
      await person.reads(t.privacy.lines[0] ?? '');
    },
    async group(person) {
      const group = telegram.group('Traders');
      for (const text of ['/start', `/check@${telegram.username} ${BTC}`, '/balance']) {
        person.send(text, { in: group });
        await telegram.settled();
      }
      render(`${language}-in-group`, person.sees({ in: group }), t.code);
      person.start(startPayloadOf({ kind: 'address', address: BTC }) ?? '');
      await person.reads(t.asset.one);
      for (const payload of ['nonsense', `k-${'0'.repeat(22)}`, `j-${'x'.repeat(43)}`, `r-${'0'.repeat(32)}`]) {
        person.start(payload);
        await telegram.settled();
      }
      server.person(person.id).isSuspended = true;
      person.send(BTC);
      await person.reads('support@');
    },
    async trouble(person) {
      person.send('legal winner thank year wave sausage worth useful legal winner thank yellow');
      await person.finds('the warning', ({ message }) => message.text?.includes('2') === false);
      person.send('hello');
      await person.reads('/help');
      person.send(`${TRON} ${EVM} ${BTC}`);
      await person.reads('3');
      server.steps = 6;
      person.send(BTC);
      await person.reads(/[▰]/);
      server.steps = 0;
      const step = structuredClone(person.sees());
      render(`${language}-progress`, step, t.code);
      await person.reads('★');
      server.fail(/^POST .*addresses/, 'break off', 10);
      person.send(TRON);
      await person.reads(t.fallback.unreachable);
    },
  };
  for (const [name, talk] of Object.entries(talks)) {
    const person = telegram.person({ languageCode: language });
    await talk(person);
    render(`${language}-${name}`, person.sees(), t.code);
  }
  await bot.stop();
  await Promise.all([telegram.close(), server.close()]);
}

function render(name: string, messages: Parameters<typeof renderChat>[0], language: string): void {
  for (const theme of ['light', 'dark'] as const) {
    writeFileSync(
      path.join(folder, `${name}-${theme}.html`),
      renderChat(messages, { title: 'Assay', theme, language }),
    );
  }
}

/** One wallet each: sanctioned, from a mixer, clean, and unknown. */
function prepare(server: FakeServer): void {
  server.results.set(EVM, {
    name: 'Ethereum',
    riskscore: 1,
    verdict: 'high',
    cause: { rule: 'identity', reason: null },
    texts: {
      headline: 'Very high risk. On a sanctions list.',
      text: '',
      why: 'One star: the address itself is on a sanctions list (ofac-sdn, confidence 100).',
    },
    labels: [{ entity: 'Ronin Bridge Exploiter', category: 'sanctions' }],
    exposures: {
      incoming: [exposure('stolen_coins', 0.983, 540_200_000), exposure('unknown_origin', 0.017, 9_300_000)],
      outgoing: [exposure('mixer', 0.61, 330_000_000), exposure('exchange_unlicensed', 0.12, 65_000_000)],
    },
  });
  server.results.set(TRON, { name: 'Tether' });
  server.results.set(BTC, {
    ticker: 'BTC',
    parent: null,
    name: 'Bitcoin',
    address: BTC,
    riskscore: 5,
    verdict: 'low',
    cause: { rule: 'linear', reason: null },
    texts: {
      headline: 'Low risk. No star withheld.',
      text: '',
      why: 'Five stars: the shares of incoming value, weighed by risk, add up to 3 of 100.',
    },
    exposures: {
      incoming: [exposure('exchange_licensed', 0.913, 91_300), exposure('unknown_origin', 0.087, 8_700)],
      outgoing: [exposure('payment_processor', 1, 12.4)],
    },
    coverage: { attributed: 0.913, clean: 0.9, not_followed: 0 },
  });
  server.results.set(UNKNOWN, notRated({ ticker: 'BTC', parent: null, name: 'Bitcoin', address: UNKNOWN }));
}
