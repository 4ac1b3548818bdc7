import { type ReportInput, renderReport } from '@assay/report';
import { figure } from '../figure.ts';
import { reaches, sized } from '../size.ts';
import TARGETS from '../targets.json' with { type: 'json' };
import { plainReport } from './plain-pdfkit.ts';
import { reactReport } from './react-pdf.ts';
import { specimen } from './specimen.ts';

/** Rounds of ours and the peers', one after the other, so that a busy moment of the machine hits both. */
const ROUNDS = sized(15, 1);
const LARGE_ROUNDS = sized(3, 1);
const WARM_UP_ROUNDS = sized(3, 0);
const REPORTS = sized(3, 1);
const LARGE_COPIES = sized(20, 2);

interface Measured {
  readonly cpuMs: number;
  readonly bytes: number;
}

type Render = (input: ReportInput) => Promise<Uint8Array>;

let results = 0;

/** The number of a result whose names, ids and amounts were never laid out before. */
const nextResult = (): number => ++results;

async function measure(inputs: readonly ReportInput[], render: Render): Promise<Measured> {
  const before = process.threadCpuUsage();
  let bytes = 0;
  for (const input of inputs) bytes += (await render(input)).byteLength;
  const used = process.threadCpuUsage(before);
  return { cpuMs: (used.user + used.system) / 1000 / inputs.length, bytes: bytes / inputs.length };
}

const ours: Render = async (input) => renderReport(input).pdf;

async function compare(name: string, copies: number, rounds: number) {
  const all = { own: [] as Measured[], again: [] as Measured[], plain: [] as Measured[], react: [] as Measured[] };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const numbers = Array.from({ length: REPORTS }, nextResult);
    const inputs = numbers.map((number) => specimen(number, copies));
    const [own, plain, react] = [
      await measure(inputs, ours),
      await measure(inputs, plainReport),
      await measure(inputs, reactReport),
    ];
    // The same addresses checked again: other results, numbers and drawings, the same evidence.
    const inputsAgain = numbers.map((number) => specimen(nextResult(), copies, number));
    const again = await measure(inputsAgain, ours);
    if (round < 0) continue;
    all.own.push(own);
    all.again.push(again);
    all.plain.push(plain);
    all.react.push(react);
  }
  const { pages } = renderReport(specimen(1, copies));
  const [own, again] = [median(all.own), median(all.again)];
  const beside = (peer: Measured) => `${ms(peer)} | ${kb(peer)} | ${(own.cpuMs / peer.cpuMs).toFixed(2)}`;
  const peers = [median(all.plain), median(all.react)].map(beside).join(' | ');
  const perSecond = (1000 / own.cpuMs).toFixed(1);
  const line = `| ${name} | ${pages} | ${ms(own)} | ${ms(again)} | ${perSecond} | ${kb(own)} | ${peers} |`;
  return { line, own: own.cpuMs, again: again.cpuMs };
}

function median(all: readonly Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.cpuMs - b.cpuMs);
  return sorted[sorted.length >> 1] ?? { cpuMs: Number.NaN, bytes: Number.NaN };
}

const ms = ({ cpuMs }: Measured): string => cpuMs.toFixed(1);
const kb = ({ bytes }: Measured): string => `${Math.round(bytes / 1024)}`;

// The first report of a process opens the fonts, and its code is not compiled yet.
const first = await measure([specimen(nextResult())], ours);
const usual = await compare('usual: 12 lines of evidence', 1, ROUNDS);
const large = await compare(`large: ${12 * LARGE_COPIES} lines of evidence`, LARGE_COPIES, LARGE_ROUNDS);
const lines = [
  '| Report | Pages | Ours, ms of one core | The same evidence again, ms | Ours, reports/s | Ours, kB | Plain pdfkit, ms | Its kB | Ratio | @react-pdf/renderer, ms | Its kB | Ratio |',
  `|${' --- |'.repeat(12)}`,
  usual.line,
  large.line,
];
process.stdout.write(`${lines.join('\n')}\n\nThe first report of the process took ${ms(first)} ms of one core.\n`);
const targeted = { 'usual-ms': usual.own, 'usual-again-ms': usual.again };
for (const [name, value] of Object.entries(targeted)) figure(name, value);
figure('first-ms', first.cpuMs);
const mostOf = (name: string) => TARGETS.find((target) => target.figure === `report/${name}`)?.atMost ?? Number.NaN;
if (!reaches(Object.entries(targeted).every(([name, value]) => value <= mostOf(name)))) process.exitCode = 1;
