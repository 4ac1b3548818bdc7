import { readFile } from 'node:fs/promises';
import {
  IssuerFileError,
  MAX_PDF_BYTES,
  type SignedCheck,
  signedCheckOf,
  type VerificationReport,
  verifyWithIssuer,
} from '@assay/certificate';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Access } from '../service.ts';
import { answer, answering, ToolError } from '../tool-result.ts';
import { checkId, READ_ONLY } from './inputs.ts';
import { readSite } from './read-site.ts';

const DESCRIPTION = `Verify that a report (PDF) or its certificate (JSON) is genuine and unchanged. The signatures are verified by this program, against the keys that the configured service publishes: so it proves that this service issued the file, and nothing about other issuers. Time stamps are judged without roots of authorities, so times stay the issuer's own word. No signature proves that the labels and transfers were right or who controls an address: "not_proven" lists that.
"verdict" is valid, not_valid, or not_proven where these keys cannot decide. The file is not sent anywhere. Costs nothing.`;

const CERTIFICATE = z
  .string()
  .max(2_000_000)
  .optional()
  .describe('The whole text of a certificate.json, every byte as it was issued');
const CHECK = checkId.optional().describe('A check: its certificate is fetched from the service. Needs checks:read');
const FILE = z.string().max(4_096).optional().describe('A PDF or JSON file of the machine this server runs on');

const OUTPUT = z.object({
  verdict: z.enum(['valid', 'not_valid', 'not_proven']),
  summary: z.string(),
  findings: z.array(z.object({ outcome: z.enum(['proven', 'failed', 'unknown']), text: z.string() })),
  signers: z.array(z.object({ what: z.string(), name: z.string(), time: z.string().nullable() })),
  result: z
    .object({
      address: z.string(),
      asset: z.string(),
      network: z.string().nullable(),
      stars: z.number().nullable().describe('1 (very risky) to 5 (safe); null: not rated'),
      checked_at: z.string(),
      issuer: z.string(),
      payment: z
        .object({
          transaction_id: z.string(),
          direction: z.enum(['deposit', 'withdrawal']),
          amount: z.string().describe('Base units'),
        })
        .nullable()
        .describe('The one payment of the address that the result is of; null: it is of the address'),
    })
    .nullable()
    .describe('What the signed result says; null unless its signature was proven'),
  not_proven: z.array(z.string()),
});

interface Wish {
  readonly certificate?: string | undefined;
  readonly check_id?: string | undefined;
  readonly file?: string | undefined;
}

export function registerVerifyReport(server: McpServer, access: Access, readsFiles: boolean): void {
  const texts = { certificate: CERTIFICATE, check_id: CHECK };
  server.registerTool(
    'verify_report',
    {
      title: 'Verify a report',
      description: `${DESCRIPTION}\nName one: certificate, check_id${readsFiles ? ', or file' : ''}.`,
      inputSchema: z.strictObject(readsFiles ? { ...texts, file: FILE } : texts),
      outputSchema: OUTPUT,
      annotations: READ_ONLY,
    },
    (wish, { mcpReq: { signal } }) =>
      answering(async () => {
        const bytes = await bytesOf(wish, access, signal);
        const report = await verify(bytes, (path) => readSite(access.url, path, signal));
        return answer(factsOf(report), textOf(report));
      }),
  );
}

async function bytesOf(wish: Wish, access: Access, signal: AbortSignal): Promise<Uint8Array> {
  const named = Object.values(wish).filter((one) => one !== undefined);
  if (named.length !== 1) throw new ToolError('invalid_request', 'Name exactly one thing to verify.');
  if (wish.certificate !== undefined) return new TextEncoder().encode(wish.certificate);
  if (wish.file !== undefined) return readReport(wish.file);
  const { certificate_url: url } = await access.assay.checks.retrieve(wish.check_id ?? '', { signal });
  if (url === null)
    throw new ToolError('no_certificate', 'This check has no certificate: it is not completed, or a test.');
  const text = await readSite(access.url, new URL(url).pathname, signal);
  if (text !== null) return new TextEncoder().encode(text);
  throw new ToolError(
    'certificate_not_shared',
    'The certificate of this check is not public, for its sharing was ended. Download it on the site, and verify its text.',
  );
}

async function readReport(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new ToolError('file_not_readable', 'The file cannot be read: name a report of this machine.', {
      cause: error,
    });
  });
  if (bytes.length <= MAX_PDF_BYTES) return bytes;
  throw new ToolError('file_too_large', 'The file is too large to be a report.');
}

async function verify(bytes: Uint8Array, read: (path: string) => Promise<string | null>): Promise<VerificationReport> {
  try {
    return await verifyWithIssuer(bytes, read, Date.now());
  } catch (error) {
    if (!(error instanceof IssuerFileError)) throw error;
    throw new ToolError('keys_not_readable', `${error.message} from the service. Try again later.`, { cause: error });
  }
}

function factsOf({
  verdict,
  summary,
  findings,
  signers,
  result,
  notProven,
}: VerificationReport): z.infer<typeof OUTPUT> {
  return {
    verdict,
    summary,
    findings: findings.map(({ outcome, text }) => ({ outcome, text })),
    signers: signers.map(({ what, name, time }) => ({ what, name, time })),
    result: result === null ? null : resultFacts(signedCheckOf(result)),
    not_proven: [...notProven],
  };
}

function resultFacts({ address, asset, stars, checkedAt, issuer, payment }: SignedCheck) {
  return {
    address,
    asset: asset.ticker,
    network: asset.network,
    stars: stars === 0 ? null : stars,
    checked_at: checkedAt,
    issuer: issuer.url,
    payment: payment === null ? null : paymentOf(payment),
  };
}

function paymentOf({ transaction_id, direction, amount }: NonNullable<SignedCheck['payment']>) {
  return { transaction_id, direction, amount };
}

function textOf({ verdict, summary, findings, notProven }: VerificationReport): string {
  return [
    `${verdict}: ${summary}`,
    ...findings.map(({ outcome, text }) => `- ${outcome}: ${text}`),
    'Not proven by any signature:',
    ...notProven.map((text) => `- ${text}`),
  ].join('\n');
}
