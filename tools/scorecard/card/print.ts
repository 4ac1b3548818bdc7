import { METHOD_VERSIONS, type MethodVersion } from '@assay/exposure';
import { TAINT_BOUNDS } from '../agreement/agreement.ts';
import type { AttackResult } from '../attacks/run-attacks.ts';
import type { Line } from '../lines/lines.ts';
import type { Rate } from '../wilson.ts';
import type { Scorecard } from './card.ts';

type Row = readonly string[];

/** The scorecard as text. */
export function printScorecard(card: Scorecard): void {
  const { lines, calibration, forward, attacks, agreement, scenes, outside } = card;
  for (const truth of ['bad', 'good'] as const) {
    const what = truth === 'bad' ? 'recall' : 'false alarms';
    table(
      [`Known ${truth}`, 'n', 'records', `${what} 1`, `${what} 2`, 'N/A 1', 'N/A 2', 'no label 1', 'no label 2'],
      lines.filter((line) => line.truth === truth).map(rowOfLine),
    );
  }
  table(
    ['Known bad by stars', 'N/A', '1', '2', '3', '4', '5'],
    METHOD_VERSIONS.flatMap((version) =>
      (['own', 'leftOutRecords'] as const).map((reading) => [
        `version ${version}, ${reading === 'own' ? 'own label' : 'label left out, with records'}`,
        ...calibration.filter((one) => one.version === version && one.reading === reading).map(({ bad }) => text(bad)),
      ]),
    ),
  );
  table(
    [`Listed after ${forward.lastLabelDay}`, 'version 1', 'version 2'],
    [
      [`high risk, all ${forward.addresses}`, text(forward.high['1']), text(forward.high['2'])],
      [
        `by records alone, ${forward.withRecords} with records`,
        text(forward.highByRecords['1']),
        text(forward.highByRecords['2']),
      ],
    ],
  );
  table(['Attack', 'version 1', '$ a star', 'locked', 'version 2', '$ a star', 'locked'], attacks.map(rowOfAttack));
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
  table(
    ['Written cases', 'N/A', '1', '2', '3', '4', '5', 'in range'],
    scenes.map(({ version, reading, kind, stars, right }) => [
      `version ${version}, ${reading === 'own' ? 'own label' : 'left out'}, ${kind}`,
      ...[...stars, right].map(String),
    ]),
  );
  for (const { version, reading, name, range, stars, why } of outside) {
    print(`outside: version ${version}, ${reading}, '${name}': ${stars} stars, written ${range.join(' to ')}. ${why}`);
  }
}

/** Every change of stars between the versions, by rule. */
export function printChanges({ changes: { sampled, labelled, changes } }: Scorecard): void {
  print(`${sampled} addresses of the records and ${labelled} labelled ones beside them: ${changes.length} differ`);
  for (const { network, ticker, address, before, after, rule, why } of changes) {
    print(`${ticker ?? 'label'} on ${network} ${address}: ${before} to ${after} by ${rule}. ${why}`);
  }
}

function rowOfLine({ by, value, addresses, withRecords, cells }: Line): Row {
  const { own, leftOutRecords } = cells;
  return [
    `${by}: ${value}`,
    ...[addresses, withRecords].map(String),
    ...[own['1'].high, own['2'].high, own['1'].unrated, own['2'].unrated].map(text),
    ...[leftOutRecords['1'].high, leftOutRecords['2'].high].map(text),
  ];
}

function rowOfAttack({ title, attempts, outcomes }: AttackResult): Row {
  const cells = (version: MethodVersion): Row => {
    const { before, after, attempt, usdPerStar, endsUnrated } = outcomes[version];
    const locked = attempt === null ? undefined : attempts[attempt]?.lockedUsd;
    return [
      `${before} to ${after}${endsUnrated ? ' or N/A' : ''}`,
      usdPerStar === null ? '-' : `${usdPerStar}`,
      locked === undefined ? '-' : `${locked}`,
    ];
  };
  return [title, ...cells('1'), ...cells('2')];
}

function text({ count, of, share, low, high }: Rate): string {
  if (share === null || low === null || high === null) return 'n=0';
  const percent = (value: number) => (value * 100).toFixed(1);
  return `${count}/${of} ${percent(share)}% (${percent(low)}-${percent(high)})`;
}

function table(head: Row, rows: readonly Row[]): void {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows])
    print(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  print('');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
