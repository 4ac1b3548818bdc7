import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { figure } from '../figure.ts';
import { sized } from '../size.ts';
import { openGraph } from './graph/graph.ts';
import { changesPart } from './parts/changes.ts';
import type { PartContext } from './parts/context.ts';
import { digestsPart } from './parts/digests.ts';
import { figuresPart } from './parts/figures.ts';
import { latePart } from './parts/late.ts';
import { libraryPart } from './parts/library.ts';
import { storePart, walkPart } from './parts/memory.ts';
import { postgresPart } from './parts/postgres.ts';
import { profilePart } from './parts/profile.ts';
import { accountsPart, screenPart, screenPostgresPart } from './parts/screen.ts';
import { streamingPart } from './parts/streaming.ts';
import { version3Part } from './parts/version-3.ts';
import { versionsPart } from './parts/versions.ts';
import { keepSection, type Section, sectionsOf, tablesOf } from './results.ts';
import { loadStore, reopenStore } from './store/load-store.ts';
import { pickWallets } from './store/wallets.ts';

const PARTS: Readonly<Record<string, (context: PartContext) => Promise<Section>>> = {
  store: storePart,
  walk: walkPart,
  figures: figuresPart,
  profile: profilePart,
  streaming: streamingPart,
  late: latePart,
  library: libraryPart,
  postgres: postgresPart,
  screen: screenPart,
  'screen-postgres': screenPostgresPart,
  accounts: accountsPart,
  versions: versionsPart,
  'version-3': version3Part,
  changes: changesPart,
  digests: digestsPart,
};

/** What the figures of large records are stated for. */
const LARGE_PARTS = 'walk,screen,accounts';

const { large } = parseArgs({ strict: false, options: { large: { type: 'boolean' } } }).values;
const { values } = parseArgs({
  options: {
    large: { type: 'boolean' },
    // The digests of the other parts are those of 20,000.
    transfers: { type: 'string', default: large === true ? sized('1e7', '5e3') : sized('1e6', '2e4') },
    parts: { type: 'string', default: large === true ? LARGE_PARTS : Object.keys(PARTS).join(',') },
    wallets: { type: 'string', default: sized('300', '5') },
    rounds: { type: 'string', default: sized('7', '1') },
    seed: { type: 'string', default: '42' },
  },
});
const seed = Number(values.seed);

function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}

for (const transfers of values.transfers.split(',').map(Number)) {
  say(`${transfers} transfers: the graph`);
  const { graph } = openGraph({ transfers, seed });
  say('the store');
  // Only the part that measures filling has to fill; the others read what it wrote.
  const isFilling = values.parts.split(',').includes('store');
  const loaded = (isFilling ? null : await reopenStore(graph)) ?? loadStore(graph);
  const { store } = loaded;
  const wallets = pickWallets(graph, store, Number(values.wallets));
  const addresses = wallets.map((account) => store.addresses.addressOf(account));
  const context = { graph, store, loaded, wallets, addresses, rounds: Number(values.rounds), say };
  for (const part of values.parts.split(',')) {
    const run = PARTS[part];
    if (run === undefined) throw new Error(`no part '${part}'; there are ${Object.keys(PARTS).join(', ')}`);
    say(part);
    const section = await run(context);
    for (const [name, value] of Object.entries(section.figures ?? {})) figure(name, value);
    keepSection(transfers, seed, part, section);
  }
  const sections = Object.values(sectionsOf(transfers, seed));
  process.stdout.write(
    `### ${transfers.toLocaleString('en-US')} transfers, seed ${seed}; Node ${process.versions.node}, ` +
      `${availableParallelism()} cores\n\n${tablesOf(sections)}\n\n`,
  );
}
