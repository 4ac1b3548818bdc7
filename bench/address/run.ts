import { availableParallelism } from 'node:os';
import { validateAddress } from '@assay/address';
import { reaches, sized } from '../size.ts';
import { PEERS, type Peer } from './peers.ts';
import { loadVectors, type Vector } from './vectors.ts';

/** Rounds of ours and the peer's, one after the other, so that a busy moment of the machine hits both. */
const ROUNDS = sized(21, 1);
const WARM_UP_ROUNDS = sized(5, 0);
/** Passes over the vectors in one round, so that a round is long enough to time. */
const PASSES = sized(5, 1);

interface Measured {
  readonly peer: Peer;
  readonly vectors: readonly Vector[];
  readonly oursPerSecond: number;
  readonly theirsPerSecond: number;
}

const judgeOurs = ({ address, currency, network }: Vector): boolean =>
  validateAddress(address, currency, { network }).ok;

function elapsedMs(vectors: readonly Vector[], judge: (vector: Vector) => unknown): number {
  const startedAt = performance.now();
  for (let pass = 0; pass < PASSES; pass++) for (const vector of vectors) judge(vector);
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function measure(peer: Peer, all: readonly Vector[]): Measured {
  const vectors = all.filter(({ currency }) => peer.knows(currency));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const oursMs = elapsedMs(vectors, judgeOurs);
    const theirsMs = elapsedMs(vectors, (vector) => peer.judge(vector));
    if (round < 0) continue;
    ours.push(oursMs);
    theirs.push(theirsMs);
  }
  const perSecond = (times: readonly number[]) => (vectors.length * PASSES * 1000) / median(times);
  return { peer, vectors, oursPerSecond: perSecond(ours), theirsPerSecond: perSecond(theirs) };
}

const thousands = (perSecond: number): string => `${Math.round(perSecond / 1000)}k`;

function throughputRow({ peer, vectors, oursPerSecond, theirsPerSecond }: Measured): string {
  const ratio = oursPerSecond / theirsPerSecond;
  return `| ${peer.name} | ${vectors.length} | ${thousands(oursPerSecond)} | ${thousands(theirsPerSecond)} | ${ratio.toFixed(1)} | ${peer.targetRatio} |`;
}

const word = (verdict: boolean | undefined): string =>
  verdict === undefined ? 'throws' : verdict ? 'accepts' : 'refuses';

function disagreements({ peer, vectors }: Measured): string[] {
  return vectors.flatMap((vector) => {
    const ours = validateAddress(vector.address, vector.currency, { network: vector.network });
    const theirs = peer.judge(vector);
    if (ours.ok === theirs) return [];
    const detail = ours.ok ? `${ours.kind}, checksum ${ours.checksum}` : ours.reason;
    const sourced = ours.ok === vector.expected ? 'the source agrees with us' : 'the source agrees with the peer';
    return [
      `${vector.currency} ${vector.network} ${vector.address}: we ${word(ours.ok).slice(0, -1)} (${detail}), it ${word(theirs)}; ${sourced}`,
    ];
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const { ASSAY_VECTORS: file } = process.env;
const all = loadVectors(file);
const results = PEERS.map((peer) => measure(peer, all));

print(
  `${all.length} vectors (${file === undefined ? 'packages/address/test/vectors' : 'ASSAY_VECTORS'}); Node ${process.versions.node}, ${availableParallelism()} cores; medians of ${ROUNDS} interleaved rounds`,
);
print('');
print('| Side by side with | Vectors it knows | Ours, addresses/s | Its, addresses/s | Ratio | Target |');
print('|---|---|---|---|---|---|');
for (const result of results) print(throughputRow(result));
for (const result of results) {
  const lines = disagreements(result);
  print('');
  print(`Disagreements with ${result.peer.name}: ${lines.length}`);
  for (const line of lines) print(`- ${line}`);
}

const missed = results.filter(
  ({ peer, oursPerSecond, theirsPerSecond }) => !reaches(oursPerSecond / theirsPerSecond >= peer.targetRatio),
);
if (missed.length > 0) {
  process.stderr.write(`Below target: ${missed.map(({ peer }) => peer.name).join(', ')}\n`);
  process.exitCode = 1;
}
