import type { EvidencePath, PathStep } from '../../../walk/exposure.ts';
import { amountOf } from '../flow-tables.ts';
import * as at from '../line.ts';
import type { WalkableFlows } from '../walkable-flows.ts';
import type { FoundRows, LinkedPath } from './found-rows.ts';
import type { FlowScratch } from './scratch.ts';

/**
 * Reads what the paths of a round are, and gives what writes one, its steps in the order money moved. Many paths share
 * steps: each is written once, and the addresses and transactions of all of them together.
 *
 * @param known Steps over whole flows that walks of the question have written, by line.
 */
export function pathWriter(
  columns: WalkableFlows,
  scratch: FlowScratch,
  found: FoundRows,
  known: Map<number, PathStep>,
): (path: LinkedPath) => EvidencePath {
  const { links, stepNumbers } = scratch;
  const steps: (PathStep | undefined)[] = [];
  /** Links whose steps are to be written, and the numbers of these. */
  const missing: number[] = [];
  const missingAt: number[] = [];
  /** Where the numbers of the steps of each path begin, and how many there are. */
  const places = new Map<number, readonly [first: number, length: number]>();
  const numbers: number[] = [];
  stepNumbers.clear();
  for (const { paths } of found.rows()) {
    for (const { path } of paths) {
      const first = numbers.length;
      for (let link = path; link !== 0; link = links.previousOf(link)) {
        const next = steps.length;
        const line = links.isWhole(link) ? links.lineOf(link) : 0;
        const number = line === 0 ? -1 : stepNumbers.claim(line, next);
        numbers.push(number < 0 ? next : number);
        if (number >= 0) continue;
        const step = line === 0 ? undefined : known.get(line);
        steps.push(step);
        if (step !== undefined) continue;
        missing.push(link);
        missingAt.push(next);
      }
      places.set(path, [first, numbers.length - first]);
    }
  }
  for (const [index, step] of stepsOver(columns, scratch, missing).entries()) {
    const link = missing[index] ?? 0;
    steps[missingAt[index] ?? 0] = step;
    if (links.isWhole(link)) known.set(links.lineOf(link), step);
  }
  return ({ best, path }) => {
    const [first, length] = places.get(path) ?? [0, 0];
    const own: PathStep[] = [];
    for (let index = first; index < first + length; index += 1) {
      const step = steps[numbers[index] ?? 0];
      if (step !== undefined) own.push(step);
    }
    return { steps: own, hops: length, share: best };
  };
}

function stepsOver(columns: WalkableFlows, scratch: FlowScratch, all: readonly number[]): readonly PathStep[] {
  const { log, addresses, transactions } = columns.tables;
  const { links } = scratch;
  const ends = scratch.endsFor(2 * all.length);
  const entries: number[] = [];
  for (let index = 0; index < all.length; index += 1) {
    const line = links.lineOf(all[index] ?? 0);
    ends[2 * index] = log.word(line, at.FROM);
    ends[2 * index + 1] = log.word(links.toLineOf(all[index] ?? 0) || line, at.TO);
    entries.push(log.word(line, at.TRANSACTION));
  }
  // It writes to what it is given.
  addresses.writeAhead(ends, 2 * all.length);
  const ids = transactions.textsOf(entries);
  return all.map((link, index): PathStep => {
    const line = links.lineOf(link);
    const toLine = links.toLineOf(link) || line;
    const part = links.partOf(link);
    const amount = amountOf(columns.tables, line);
    const taken = toLine === line ? amount : amountOf(columns.tables, toLine);
    return {
      from: addresses.addressOf(part === null ? log.word(line, at.FROM) : part.from - columns.tables.firstNode),
      to: addresses.addressOf(log.word(toLine, at.TO)),
      transactionId: ids[index] ?? '',
      amount: part === null ? (amount < taken ? amount : taken) : part.amount,
      time: log.word(line, at.TIME),
    };
  });
}
