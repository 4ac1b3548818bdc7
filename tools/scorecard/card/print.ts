import { TAINT_BOUNDS } from '../agreement/agreement.ts';
import type { Reach, Reached } from '../attacks/outcome.ts';
import type { AttackResult } from '../attacks/run-attacks.ts';
import type { Change3 } from '../changes/changes-3.ts';
import type { ForwardMonth } from '../forward/by-month.ts';
import type { Cell, Line } from '../lines/lines.ts';
import { VERSIONS } from '../version.ts';
import type { PublishedCard } from './card.ts';
import { print, type Row, rateText, table } from './table.ts';

const HEADS = ['version 1', 'version 2', 'version 3'] as const;
const STARS = ['none', '1', '2', '3', '4', '5'] as const;

/** The scorecard as text, with what is read in a minute first. */
export function printScorecard(card: PublishedCard): void {
  table(
    ['Measure', ...HEADS],
    card.measures.map(({ name, values }) => [name, ...VERSIONS.map((version) => rateText(values[version]))]),
  );
  printLines(card);
  printForward(card);
  printAttacks(card);
  printAgreement(card);
  printCases(card);
  printGroups(card);
}

/** Every address that versions 2 and 3 rate differently. */
export function printChanges(changes: readonly Change3[]): void {
  for (const { network, ticker, address, before, after, why } of changes) {
    print(`${ticker ?? 'label'} on ${network} ${address}: ${before} to ${after}. ${why}`);
  }
}

const KINDS = {
  bad: { unit: 'own', measures: ['high', 'warned', 'comfort'] },
  good: { unit: 'own', measures: ['warned', 'comfort', 'unrated'] },
} as const;
const WORDS = { high: '1-2 stars', warned: '1-3 stars', comfort: '4-5 stars', unrated: 'no stars' } as const;

function printLines({ lines, calibration }: PublishedCard): void {
  for (const truth of ['bad', 'good'] as const) {
    const { measures } = KINDS[truth];
    const cells = (line: Line, reading: 'own' | 'leftOutRecords'): Row =>
      VERSIONS.flatMap((version) =>
        measures.map((measure) => {
          const { count, of } = line.cells[reading][version][measure];
          return of === 0 ? '-' : `${count}/${of}`;
        }),
      );
    const heads = VERSIONS.flatMap((version) => measures.map((measure) => `${version}: ${WORDS[measure]}`));
    for (const reading of ['own', 'leftOutRecords'] as const) {
      const title = reading === 'own' ? 'own label known' : 'own label left out, with records';
      const own = lines.filter((line) => line.truth === truth && (reading === 'own' || line.withRecords > 0));
      table(
        [`Known ${truth}, ${title}`, ...heads],
        own.map((line) => [`${line.by}: ${line.value}`, ...cells(line, reading)]),
      );
    }
  }
  table(
    ['Without stars by version 3', 'known bad', 'known good'],
    (['own', 'ownRecords', 'leftOutRecords'] as const).map((reading) => [
      { own: 'own label', ownRecords: 'own label, with records', leftOutRecords: 'label left out, with records' }[
        reading
      ],
      ...(['bad', 'good'] as const).map((truth) => {
        const whole = lines.find((line) => line.by === 'all' && line.truth === truth);
        return whole === undefined ? '-' : findingsText(whole.cells[reading]['3'].findings);
      }),
    ]),
  );
  table(
    ['Known bad by stars', ...STARS],
    VERSIONS.flatMap((version) =>
      (['own', 'leftOutRecords'] as const).map((reading) => [
        `version ${version}, ${reading === 'own' ? 'own label' : 'label left out, with records'}`,
        ...calibration
          .filter((one) => one.version === version && one.reading === reading)
          .map(({ bad }) => rateText(bad)),
      ]),
    ),
  );
}

function findingsText(findings: Cell['findings']): string {
  const found = Object.entries(findings).map(([finding, count]) => `${finding} ${count}`);
  return found.length === 0 ? '-' : found.join(', ');
}

function printForward({ forward: { months, withinDays, totals } }: PublishedCard): void {
  const group = ({ addresses, cases, stars }: ForwardMonth['bad']): Row =>
    addresses === 0
      ? ['-', '', '', '']
      : [`${addresses} of ${cases}`, ...VERSIONS.map((version) => stars[version].join(' '))];
  table(
    [
      ...['Begin of month', `listed in ${withinDays} days`, 'named before', 'with records, cases'],
      ...HEADS.map((head) => `${head}, none to 5`),
      ...['services, cases', ...HEADS],
    ],
    months.map(({ month, listed, namedBefore, bad, good }) => [
      ...[month, `${listed}`, `${namedBefore}`, ...group(bad), ...group(good)],
    ]),
  );
  print(
    `Listed: ${totals.listed} addresses of ${totals.listedCases} cases; ${totals.namedBefore} of them another list had named before.\n`,
  );
}

function printAttacks({ attacks }: PublishedCard): void {
  const reaches = { raise: ['four', 'five'], lower: ['warned', 'unrated'] } as const;
  const words = { four: '4 stars', five: '5 stars', warned: '1-3 stars', unrated: 'no stars' } as const;
  for (const aim of ['raise', 'lower'] as const) {
    const [first, second]: readonly [Reach, Reach] = reaches[aim];
    table(
      [
        aim === 'raise' ? 'Washing: before, and stars by effort' : 'Griefing: before, and stars by effort',
        ...HEADS.flatMap((head) => [head, `$ to ${words[first]}`, `$ to ${words[second]}`]),
        ...(aim === 'raise' ? ['paid by it, version 3', '$ to 4 stars'] : []),
      ],
      attacks.filter((attack) => attack.aim === aim).map((attack) => rowOfAttack(attack, [first, second])),
    );
  }
}

function rowOfAttack({ title, aim, attempts, outcomes, paying }: AttackResult, reaches: readonly Reach[]): Row {
  return [
    title,
    ...VERSIONS.flatMap((version) => {
      const { before, reaching } = outcomes[version];
      const stars = attempts.map((one) => one.stars[version]);
      return [`${before}: ${stars.join(' ')}`, ...reaches.map((reach) => costText(reaching[reach]))];
    }),
    ...(aim === 'raise'
      ? paying === null
        ? ['-', '-']
        : [`${paying.before}: ${attempts.map((one) => one.paying).join(' ')}`, costText(paying.reaching.four)]
      : []),
  ];
}

function costText(reached: Reached | null): string {
  if (reached === null) return '-';
  const { usd, lockedUsd } = reached;
  return lockedUsd === 0 ? `${usd}` : `${usd} (${lockedUsd} locked)`;
}

function printAgreement({ agreement }: PublishedCard): void {
  const { graphs, accounts, passAgainstDense, walkAbove, missedBeyondR, largestR } = agreement;
  table(
    [`Exact solutions, ${graphs} histories, ${accounts} accounts`, 'largest'],
    [
      ['pass over all records against dense solution', `${passAgainstDense}`],
      ['walk above the exact share', `${walkAbove}`],
      ['missed beyond R', `${missedBeyondR}`],
      ['R', `${largestR}`],
    ],
  );
  table(
    ['Illicit part of accounts', 'accounts', ...TAINT_BOUNDS.map((bound) => `> ${bound * 100}%`), 'mean'],
    agreement.comparison.map(({ histories, rule, accounts: all, above, mean }) => [
      `${rule}, ${histories} histories`,
      ...[all, ...above, mean].map(String),
    ]),
  );
}

function printCases({ scenes, outside, cases }: PublishedCard): void {
  table(
    ['Written cases', ...STARS, 'in range', 'findings'],
    scenes.map(({ version, reading, kind, stars, right, findings }) => [
      `version ${version}, ${reading === 'own' ? 'own label' : 'left out'}, ${kind}`,
      ...[...stars, right].map(String),
      version === '3' ? findingsText(findings) : '',
    ]),
  );
  for (const { version, reading, name, range, stars, why } of outside) {
    print(`outside: version ${version}, ${reading}, '${name}': ${stars} stars, written ${range.join(' to ')}. ${why}`);
  }
  print('');
  table(
    ['Written case', 'kind', 'label', 'written', ...HEADS, 'what decides by version 3'],
    cases.map(({ name, kind, reading, range, stars, finding, why3 }) => [
      ...[name, kind, reading === 'own' ? 'known' : 'left out', range.join('-'), `${stars['1']}`, `${stars['2']}`],
      ...[finding ?? `${stars['3']}`, why3],
    ]),
  );
}

function printGroups({ changes3: { sampled, labelled, groups, stars, findings } }: PublishedCard): void {
  print(`Addresses of the records by stars of version 3, none to 5: ${stars.join(' ')}; ${findingsText(findings)}`);
  const changed = groups.reduce((sum, { addresses }) => sum + addresses, 0);
  print(`Of ${sampled} addresses of the records and ${labelled} labelled ones beside them, ${changed} differ:`);
  table(
    ['Asset', '2', '3', 'addresses', 'what decides by version 3, of one of them'],
    groups.map(({ network, ticker, before, after, addresses, why }) => [
      ...[`${ticker ?? 'label'} on ${network}`, `${before}`, `${after}`, `${addresses}`, why],
    ]),
  );
}
