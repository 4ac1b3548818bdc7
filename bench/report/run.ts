import { renderReport } from '@assay/report';
import { figure } from '../figure.ts';
import { reaches, sized } from '../size.ts';
import { plainReport } from './plain-pdfkit.ts';
import { reactReport } from './react-pdf.ts';
import { specimen } from './specimen.ts';

/** Rounds of ours and the peers', one after the other, so that a busy moment of the machine hits both. */
const ROUNDS = sized(15, 1);
const LARGE_ROUNDS = sized(3, 1);
const WARM_UP_ROUNDS = sized(3, 0);
const REPORTS = sized(3, 1);
/** A usual report may cost one core this long. */
const TARGET_MS = 150;
const LARGE_COPIES = sized(20, 2);

interface Measured {
  readonly cpuMs: number;
  readonly bytes: number;
}

async function measure(copies: number, render: (input: ReturnType<typeof specimen>) => Promise<Uint8Array>) {
  const inputs = Array.from({ length: REPORTS }, (_, number) => specimen(number + 1, copies));
  const before = process.threadCpuUsage();
  let bytes = 0;
  for (const input of inputs) bytes += (await render(input)).byteLength;
  const used = process.threadCpuUsage(before);
  return { cpuMs: (used.user + used.system) / 1000 / REPORTS, bytes: bytes / REPORTS };
}

async function compare(name: string, copies: number, rounds: number): Promise<string> {
  const ours: Measured[] = [];
  const plain: Measured[] = [];
  const react: Measured[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const own = await measure(copies, async (input) => renderReport(input).pdf);
    const byPlain = await measure(copies, plainReport);
    const byReact = await measure(copies, reactReport);
    if (round < 0) continue;
    ours.push(own);
    plain.push(byPlain);
    react.push(byReact);
  }
  const { pages } = renderReport(specimen(1, copies));
  const own = median(ours);
  const [byPlain, byReact] = [median(plain), median(react)];
  if (copies === 1) {
    figure('usual-ms', own.cpuMs);
    if (!reaches(own.cpuMs <= TARGET_MS)) process.exitCode = 1;
  }
  const ratio = (peer: Measured) => `${peer.cpuMs.toFixed(0)} | ${kb(peer)} | ${(own.cpuMs / peer.cpuMs).toFixed(2)}`;
  return `| ${name} | ${pages} | ${own.cpuMs.toFixed(0)} | ${(1000 / own.cpuMs).toFixed(1)} | ${kb(own)} | ${ratio(byPlain)} | ${ratio(byReact)} |`;
}

function median(all: readonly Measured[]): Measured {
  const sorted = all.toSorted((a, b) => a.cpuMs - b.cpuMs);
  return sorted[sorted.length >> 1] ?? { cpuMs: Number.NaN, bytes: Number.NaN };
}

const kb = ({ bytes }: Measured): string => `${Math.round(bytes / 1024)}`;

const lines = [
  '| Report | Pages | Ours, ms of one core | Ours, reports/s | Ours, kB | Plain pdfkit, ms | Its kB | Ratio | @react-pdf/renderer, ms | Its kB | Ratio |',
  `|${' --- |'.repeat(11)}`,
  await compare('usual: 12 lines of evidence', 1, ROUNDS),
  await compare(`large: ${12 * LARGE_COPIES} lines of evidence`, LARGE_COPIES, LARGE_ROUNDS),
];
process.stdout.write(`${lines.join('\n')}\n`);
